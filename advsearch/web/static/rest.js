// What the clicks on a board leave open, as buttons. Games without a board are played by these buttons alone.
import { html } from "./preact.js";
import { meaning } from "./board.js";

const MOST = 80;

// The actions that buttons offer after the clicks so far, and what the reader does next.
export function opening(actions, path) {
  const { complete } = meaning(actions, path);
  const rest = path.length ? complete : actions.filter((action) => !action.ways.length);
  return { rest, hint: !path.length ? "" : complete.length ? "Choose how it ends." : "Choose where it goes." };
}

// The values of actions by the cells at which they are shown.
export function valuesOf(actions, shorts) {
  const values = {};
  for (const action of actions) if (shorts[action.text] && action.shown !== null && !(action.shown in values)) values[action.shown] = shorts[action.text];
  return values;
}

export const Rest = ({ rest, path, shorts, play, onPoint }) => html`<div class="rest" role="group" aria-label=${path.length ? "the rest of the action" : "actions"}>
  ${rest.slice(0, MOST).map((action) => html`<button type="button" key=${action.text} title=${action.text} onClick=${() => play(action.text)} onMouseEnter=${() => onPoint(action.text)} onMouseLeave=${() => onPoint(null)} onFocus=${() => onPoint(action.text)} onBlur=${() => onPoint(null)}>
    ${path.length ? action.rest : action.text}${shorts[action.text] && html`<small>${shorts[action.text]}</small>`}</button>`)}
  ${rest.length > MOST && html`<${More} rest=${rest.slice(MOST)} play=${play}/>`}
</div>`;

const More = ({ rest, play }) => html`<select aria-label="more actions" value="" onChange=${(event) => event.target.value && play(event.target.value)}><option value="">${rest.length} more…</option>${rest.map((action) => html`<option value=${action.text}>${action.text}</option>`)}</select>`;
