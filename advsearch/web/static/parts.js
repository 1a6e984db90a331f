// Small parts that the views share.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";
import { read } from "./place.js";

export const SEATS = ["first", "second"];
export const count = (number) => Math.round(number).toLocaleString("en");
export const seconds = (s) => (s < 1 ? `${Math.round(s * 1000)} ms` : s < 100 ? `${s.toFixed(1)} s` : `${count(s)} s`);
export function rate(nodes, s) {
  const each = nodes / Math.max(s, 1e-4);
  return each >= 1e6 ? `${(each / 1e6).toFixed(1)} M/s` : each >= 1e3 ? `${(each / 1e3).toFixed(0)} k/s` : `${each.toFixed(0)} /s`;
}

export function Choice({ label, value, options, onChange, hidden = false }) {
  const select = html`<select aria-label=${label} value=${value} onChange=${(event) => onChange(event.target.value)}>
    ${options.map(([each, text]) => html`<option value=${each} selected=${String(each) === String(value)}>${text}</option>`)}
  </select>`;
  return hidden ? select : html`<label class="choice"><span>${label}</span>${select}</label>`;
}

export const Icon = ({ d }) => html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${d}/></svg>`;
export const ICONS = {
  start: "M5 4v12M15 4 8 10l7 6z", back: "M13 4 6 10l7 6z", forward: "M7 4l7 6-7 6z", end: "M15 4v12M5 4l7 6-7 6z",
  flip: "M6 3v12M6 15l-3-3M6 15l3-3M14 17V5M14 5l-3 3M14 5l3 3", theme: "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14",
};

export const Tool = ({ icon, label, onClick, disabled, pressed }) => html`<button class="tool" type="button" aria-label=${label} title=${label} onClick=${onClick} disabled=${disabled} aria-pressed=${pressed}><${Icon} d=${ICONS[icon]}/></button>`;

// The moves of the game, and the buttons that step through them.
export function Moves({ place, go, texts, notes = {} }) {
  const list = useRef(null);
  useEffect(() => {
    const here = list.current?.querySelector("[aria-current]");
    if (here) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2;
  }, [place.at]);
  const to = (at) => go({ at: Math.max(0, Math.min(place.moves.length, at)) }, true);
  return html`<div class="moves" data-ply=${place.at}>
    <div class="row" role="group" aria-label="steps through the game">
      <${Tool} icon="start" label="To the start (Home)" onClick=${() => to(0)} disabled=${place.at === 0}/>
      <${Tool} icon="back" label="Back (←)" onClick=${() => to(place.at - 1)} disabled=${place.at === 0}/>
      <${Tool} icon="forward" label="Forward (→)" onClick=${() => to(place.at + 1)} disabled=${place.at === place.moves.length}/>
      <${Tool} icon="end" label="To the end (End)" onClick=${() => to(place.moves.length)} disabled=${place.at === place.moves.length}/>
      <span class="soft">ply ${place.at} of ${place.moves.length}</span>
    </div>
    ${place.moves.length > 0 && html`<ol class="list" ref=${list}>${(texts || place.moves).map((text, n) => html`<li key=${n}>
      <button type="button" class=${notes[n + 1]?.tone || ""} aria-current=${n + 1 === place.at ? "step" : null} onClick=${() => to(n + 1)}><span class="number">${n + 1}</span>${text}${notes[n + 1] && html`<small>${notes[n + 1].text}</small>`}</button></li>`)}</ol>`}
  </div>`;
}

// Where a key leads from a step: arrows one step on or back, Home and End to the ends. Undefined for other keys.
export function stepAfter(event, now, most) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: most }[event.key];
  return to === undefined ? undefined : Math.max(0, Math.min(most, to));
}

// Keys that step through the game, wherever the focus is not in a field or on the board.
export function useKeys(place, go) {
  useLayoutEffect(() => {
    const pressed = (event) => {
      if (event.defaultPrevented || event.target.closest("input, select, textarea, .board, .tree")) return;
      const now = read(location.hash); // a key may be pressed again before the last step is drawn
      const at = stepAfter(event, now.at, now.moves.length);
      if (at === undefined || at === now.at) return;
      event.preventDefault();
      go({ at }, true);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

// A field for a position in the game's notation, and the position that is shown, to be copied.
export function Start({ place, go, state }) {
  const [text, setText] = useState(place.start);
  useEffect(() => setText(place.start), [place.start]);
  return html`<form class="start" onSubmit=${(event) => { event.preventDefault(); go({ start: text.trim(), moves: [], at: 0 }); }}>
    <label class="choice wide"><span>Start from a position</span><input type="text" value=${text} placeholder="the beginning of the game" spellcheck="false" autocomplete="off" onInput=${(event) => setText(event.target.value)}/></label>
    <button type="submit">Set up</button>
    <p class="soft position">Shown: <code>${state}</code></p>
  </form>`;
}
