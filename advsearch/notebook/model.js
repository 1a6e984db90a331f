// What every widget has: values that a Python object and its views share.
import { html, render, useLayoutEffect, useState } from "./preact.js";

export function useTrait(model, name) {
  const [value, setValue] = useState(model.get(name));
  useLayoutEffect(() => {
    const changed = () => setValue(model.get(name));
    changed(); // it may have changed since the view was drawn
    model.on(`change:${name}`, changed);
    return () => model.off(`change:${name}`, changed);
  }, [model, name]);
  return value;
}

// The widget whose views are a component. A notebook calls `render` for each place where the object is shown.
export const shownBy = (View) => ({
  render({ model, el }) {
    el.classList.add("advsearch");
    render(html`<${View} model=${model}/>`, el);
    return () => render(null, el);
  },
});
