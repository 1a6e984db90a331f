// The board with its buttons: what the clicks leave open, and games that are played by buttons alone.
import { html, useEffect, useState } from "./preact.js";
import { Board, meaning } from "./board.js";
import { answer, usePosition } from "./socket.js";
import { played } from "./place.js";

const MOST = 80;

// `onPlay` is absent while nobody may play. `hovered` is a line of actions whose board is shown in place of the position.
export function Table({ place, position, onPlay, marks, shorts = {}, flipped, hovered = null, onHover, label }) {
  const [path, setPath] = useState([]);
  const moves = played(place);
  const line = hovered || [];
  const looked = usePosition(line.length ? place.game : "", place.start, [...moves, ...line]);
  useEffect(() => setPath([]), [position.key]);
  const { data } = position;
  const shown = line.length && looked.data && !looked.stale ? looked.data : data;
  const { complete } = meaning(data.actions, path);
  const unclicked = data.actions.filter((action) => !action.ways.length);
  const rest = path.length ? complete : unclicked;
  const play = (text) => { setPath([]); onHover?.(null); onPlay(text); };
  const values = {};
  for (const action of data.actions) if (shorts[action.text] && action.shown !== null && !(action.shown in values)) values[action.shown] = shorts[action.text];
  const hint = path.length && !complete.length ? "Choose where it goes." : "";
  return html`<div class="table">
    ${shown.drawing
      ? html`<${Board} drawing=${shown.drawing} actions=${onPlay && shown === data ? data.actions : []} marks=${shown === data && !path.length ? marks || [] : []} values=${values} flipped=${flipped} label=${label || "board"} follows=${position.key} path=${shown === data ? path : []} onPlay=${onPlay ? play : null} onPath=${setPath}/>`
      : html`<pre class="words" tabindex="0">${shown.state}</pre>`}
    <p class="caption" aria-live="polite">${shown.caption}${hint && html` <span class="soft">${hint}</span>`}</p>
    ${onPlay && rest.length > 0 && html`<div class="rest" role="group" aria-label=${path.length ? "the rest of the action" : "actions"}>
      ${rest.slice(0, MOST).map((action) => html`<button type="button" key=${action.text} title=${action.text} onClick=${() => play(action.text)} onMouseEnter=${() => onHover?.([action.text])} onMouseLeave=${() => onHover?.(null)} onFocus=${() => onHover?.([action.text])} onBlur=${() => onHover?.(null)}>
        ${path.length ? action.rest : action.text}${shorts[action.text] && html`<small>${shorts[action.text]}</small>`}</button>`)}
      ${rest.length > MOST && html`<${More} rest=${rest.slice(MOST)} play=${play}/>`}
    </div>`}
  </div>`;
}

const More = ({ rest, play }) => html`<select aria-label="more actions" value="" onChange=${(event) => event.target.value && play(event.target.value)}><option value="">${rest.length} more…</option>${rest.map((action) => html`<option value=${action.text}>${action.text}</option>`)}</select>`;

// Asks a searcher for an action. Returns a function that ends the search.
export const choose = (place, seat, settings) => answer({ do: "choose", game: place.game, start: place.start, moves: played(place), ...settings });
