// What every file of the page uses of the libraries, under one name.
import { h, render, Fragment } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";

export { h, render, Fragment };
export { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback } from "./vendor/hooks.mjs";
export const html = htm.bind(h);
