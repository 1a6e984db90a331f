// The board in a notebook: the page's board and buttons, on what a Python object holds.
import { html, useEffect, useState } from "./preact.js";
import { shownBy, useTrait } from "./model.js";
import { Board } from "./board.js";
import { Rest, opening, valuesOf } from "./rest.js";

// The position after an action that the reader points at, as Python answers it.
function useLooked(model, action, follows) {
  const [looked, setLooked] = useState(null);
  useEffect(() => {
    setLooked(null);
    if (!action) return undefined;
    const heard = (message) => { if (message.kind === "looked" && message.action === action) setLooked(message.position); };
    model.on("msg:custom", heard);
    model.send({ do: "look", action });
    return () => model.off("msg:custom", heard);
  }, [action, follows]);
  return looked;
}

function Lines({ lines, picked, onPick }) {
  return html`<ol class="lines">${lines.map((line, n) => html`<li key=${n}><button type="button" aria-pressed=${n === picked} onClick=${() => onPick(n === picked ? null : n)}>
    <strong>${line.short}</strong>${line.exact && html`<small class="sure">proven</small>`} <span>${line.pv.join(" ")}</span></button></li>`)}</ol>`;
}

function View({ model }) {
  const position = useTrait(model, "_position");
  const found = useTrait(model, "_found");
  const status = useTrait(model, "_status");
  const seats = useTrait(model, "_seats");
  const flipped = useTrait(model, "flipped");
  const [path, setPath] = useState([]);
  const [pointed, setPointed] = useState(null);
  const [picked, setPicked] = useState(null);
  const follows = position.moves.join(" ");
  const looked = useLooked(model, pointed, follows);
  useEffect(() => { setPath([]); setPointed(null); }, [follows]);
  useEffect(() => setPicked(null), [found]);
  const person = !position.over && !status.busy && seats[position.player] === "a person";
  const play = (text) => { setPath([]); setPointed(null); model.send({ do: "play", action: text }); };
  const tell = (what) => () => model.send({ do: what });
  const flip = () => { model.set("flipped", !flipped); model.save_changes(); };
  const shown = looked || position;
  const shorts = found.shorts || {};
  const lines = found.lines || [];
  const marks = looked || path.length ? [] : picked !== null && lines[picked] ? lines[picked].marks : found.marks || [];
  const { rest, hint } = opening(position.actions, path);
  return html`<div class="seated">
    ${shown.drawing
      ? html`<${Board} drawing=${shown.drawing} actions=${person && !looked ? position.actions : []} marks=${marks} values=${valuesOf(position.actions, shorts)} flipped=${flipped} label="board" follows=${follows || "start"} path=${looked ? [] : path} onPlay=${person ? play : null} onPath=${setPath}/>`
      : html`<pre class="words" tabindex="0">${shown.state}</pre>`}
    <p class="caption" role="status">${status.text || shown.caption}${hint && html` <span class="soft">${hint}</span>`}</p>
    ${status.error && html`<p class="error" role="alert">${status.error}</p>`}
    ${person && rest.length > 0 && html`<${Rest} rest=${rest} path=${path} shorts=${shorts} play=${play} onPoint=${setPointed}/>`}
    <div class="tools"><button type="button" onClick=${tell("new")}>New game</button>
      <button type="button" onClick=${tell("back")} disabled=${!position.moves.length}>Take back</button>
      ${!position.over && html`<button type="button" onClick=${tell("search")} disabled=${status.busy}>Search</button>`}
      ${!position.over && seats[position.player] !== "a person" && html`<button type="button" onClick=${tell("step")} disabled=${status.busy}>Next action</button>`}
      <button type="button" onClick=${flip} aria-pressed=${flipped}>Flip</button></div>
    ${found.head && html`<p class="found"><strong>${found.head}</strong> <span class="soft">${found.facts}</span></p>`}
    ${lines.length > 0 && html`<${Lines} lines=${lines} picked=${picked} onPick=${setPicked}/>`}
    ${position.moves.length > 0 && html`<p class="soft played">${position.moves.join(" ")}</p>`}
  </div>`;
}

export default shownBy(View);
