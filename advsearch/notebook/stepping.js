// A trace in a notebook, stepped through with the page's steps and trees.
import { html, useState } from "./preact.js";
import { shownBy, useTrait } from "./model.js";
import { stepAfter } from "./parts.js";
import { Legend, Search, Steps, longest } from "./steps.js";

function View({ model }) {
  const traces = useTrait(model, "_traces");
  const step = useTrait(model, "step");
  const [opened, setOpened] = useState(new Set());
  const most = longest(traces);
  const move = (to) => { model.set("step", Math.max(0, Math.min(most, to))); model.save_changes(); };
  const keys = (event) => {
    const to = stepAfter(event, model.get("step"), most); // pressed again, perhaps, before the last step is drawn
    if (to === undefined || event.target.closest("input")) return;
    event.preventDefault();
    event.stopPropagation();
    move(to);
  };
  return html`<div class="stepped" onKeyDown=${keys}><${Steps} searches=${traces} step=${step} move=${move}/>
    <div class=${`trees${traces.length > 1 ? " both" : ""}`}>${traces.map((each) => html`<${Search} key=${each.name} data=${each.data} name=${each.name} step=${step} opened=${opened} onOpen=${(n) => setOpened(new Set(opened).add(n))}/>`)}</div>
    <${Legend}/></div>`;
}

export default shownBy(View);
