// The board with its buttons, on a position that the server describes.
import { html, useEffect, useState } from "./preact.js";
import { Board } from "./board.js";
import { Rest, opening, valuesOf } from "./rest.js";
import { usePosition } from "./socket.js";
import { played } from "./place.js";

// `onPlay` is absent while nobody may play. `hovered` is a line of actions whose board is shown in place of the position.
export function Table({ place, position, onPlay, marks, shorts = {}, flipped, hovered = null, onHover, label }) {
  const [path, setPath] = useState([]);
  const moves = played(place);
  const line = hovered || [];
  const looked = usePosition(line.length ? place.game : "", place.start, [...moves, ...line]);
  useEffect(() => setPath([]), [position.key]);
  const { data } = position;
  const shown = line.length && looked.data && !looked.stale ? looked.data : data;
  const { rest, hint } = opening(data.actions, path);
  const play = (text) => { setPath([]); onHover?.(null); onPlay(text); };
  return html`<div class="table">
    ${shown.drawing
      ? html`<${Board} drawing=${shown.drawing} actions=${onPlay && shown === data ? data.actions : []} marks=${shown === data && !path.length ? marks || [] : []} values=${valuesOf(data.actions, shorts)} flipped=${flipped} label=${label || "board"} follows=${position.key} path=${shown === data ? path : []} onPlay=${onPlay ? play : null} onPath=${setPath}/>`
      : html`<pre class="words" tabindex="0">${shown.state}</pre>`}
    <p class="caption" aria-live="polite">${shown.caption}${hint && html` <span class="soft">${hint}</span>`}</p>
    ${onPlay && rest.length > 0 && html`<${Rest} rest=${rest} path=${path} shorts=${shorts} play=${play} onPoint=${(text) => onHover?.(text && [text])}/>`}
  </div>`;
}
