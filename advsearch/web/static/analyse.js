// Analyse: what a search thinks of a position, as long as the reader looks at it.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";
import { ask, usePosition } from "./socket.js";
import { after, played } from "./place.js";
import { Table } from "./table.js";
import { Graph } from "./graph.js";
import { Variations, useLines } from "./variations.js";
import { Choice, Moves, SEATS, Start, Tool, count, rate, seconds, useKeys } from "./parts.js";

const LONG = { 20: "20 s", 60: "1 minute", 600: "10 minutes" };

// The newest line of a search of the position. It ends when the position or the settings change.
function useSearch(place, settings, on, wanted) {
  const [state, setState] = useState({ key: "" });
  const key = JSON.stringify([place.game, place.start, played(place), settings]);
  useLayoutEffect(() => { // before the page is painted, so that the search begins at once
    if (!on || !wanted) return undefined;
    let newest = { key, line: null, ended: false, error: "", building: "" };
    setState(newest);
    const stop = ask({ do: "analyse", game: place.game, start: place.start, moves: played(place), ...settings }, (heard) => {
      if (heard.kind === "line") newest = { ...newest, line: heard, building: heard.building ? "the search" : "" };
      if (heard.kind === "building") newest = { ...newest, building: heard.label };
      if (heard.kind === "built") newest = { ...newest, building: "" };
      if (heard.kind === "error") newest = { ...newest, error: heard.text, ended: true };
      if (heard.kind === "end") newest = { ...newest, end: heard, ended: true, building: "" };
      setState(newest);
    });
    return stop;
  }, [key, on, wanted]);
  return state.key === key ? state : { key, line: null, ended: false, error: "", building: "" };
}

const forFirst = (data, player) => ({ ...data, number: player ? -data.number : data.number });

function Verdict({ found, position, on }) {
  const { line, ended, error, building } = found;
  const { data } = position;
  const who = data.over ? "" : `for ${SEATS[data.player]}`;
  const best = line?.lines[0];
  const title = data.over ? data.ending : best ? best.value : on ? "…" : "stopped";
  const more = data.over ? "the game is over" : line
    ? `depth ${line.depth} · ${count(line.nodes)} nodes · ${rate(line.nodes, line.seconds)} · ${seconds(line.seconds)} · ${line.tier === "compiled" ? "machine code" : "plain Python"}`
    : on && !ended ? "searching" : "";
  return html`<div class="verdict"><p class="big" role="status">${title} <span class="soft">${best && !data.over ? who : ""}</span>
      ${best?.exact && html`<span class="badge">proven</span>`}${on && !ended && !data.over && html`<span class="busy" role="img" aria-label="searching"></span>`}</p>
    <p class="soft">${more}</p>
    ${building && html`<p class="soft">Machine code for ${building} is being built; until then the search runs in plain Python.</p>`}
    ${error && html`<p class="error" role="alert">${error}</p>`}</div>`;
}

function Lines({ found, place, go, onHover }) {
  const now = played(place);
  const lines = found.line?.lines || [];
  return html`<ol class="lines">${lines.map((line, n) => html`<li key=${n}><span class=${`value ${line.proven ? (line.number > 0 ? "good" : "bad") : ""}`} title=${line.value}>${line.short}${line.exact ? html`<span class="sure" title="proven">✓</span>` : ""}</span>
    <span class="pv">${line.pv.slice(0, 14).map((move, at) => html`<button type="button" class="step" key=${at} onMouseEnter=${() => onHover(line.pv.slice(0, at + 1))} onMouseLeave=${() => onHover(null)} onFocus=${() => onHover(line.pv.slice(0, at + 1))} onBlur=${() => onHover(null)} onClick=${() => { onHover(null); go({ moves: [...now, ...line.pv.slice(0, at + 1)] }); }}>${move}</button>`)}</span></li>`)}</ol>`;
}

function Terms({ place, evaluator }) {
  const [terms, setTerms] = useState(null);
  const key = JSON.stringify([place.game, place.start, played(place), evaluator]);
  useEffect(() => ask({ do: "terms", game: place.game, start: place.start, moves: played(place), evaluator }, (heard) => {
    if (heard.kind === "terms") setTerms(heard);
    if (heard.kind === "error") setTerms({ error: heard.text });
  }), [key]);
  if (!terms) return html`<p class="soft">…</p>`;
  if (terms.error) return html`<p class="error">${terms.error}</p>`;
  return html`<table class="facts"><caption>${terms.evaluator}, for ${SEATS[terms.player]}, without a search</caption><tbody>
    ${terms.terms.map(([name, value]) => html`<tr key=${name}><th scope="row">${name}</th><td>${value.value}</td></tr>`)}
    <tr class="sum"><th scope="row">${terms.terms.length ? "sum" : "value"}</th><td>${terms.value}</td></tr></tbody></table>`;
}

// A question that the reader starts with a button and may stop.
function Job({ title, stops, place, question, children, rows }) {
  const [state, setState] = useState(null);
  const end = useRef(null);
  const key = JSON.stringify([place.game, place.start, played(place)]);
  useEffect(() => { setState(null); return () => end.current?.(); }, [key]);
  const start = () => {
    setState({ runs: true, heard: [] });
    end.current = ask({ game: place.game, start: place.start, moves: played(place), ...question }, (heard) => setState((old) => old && ({ runs: heard.kind !== "done", heard: ["done", "built"].includes(heard.kind) ? old.heard : [...old.heard, heard] })));
  };
  const stop = () => { end.current?.(); setState((old) => ({ ...old, runs: false, stopped: true })); };
  const error = state?.heard.find((heard) => heard.kind === "error");
  const building = state?.runs && state.heard.at(-1)?.kind === "building";
  return html`<div class="job"><div class="row"><button type="button" onClick=${state?.runs ? stop : start}>${state?.runs ? stops : title}</button>${children}</div>
    ${building && html`<p class="soft">Machine code is being built…</p>`}
    ${error ? html`<p class="error" role="alert">${error.text}</p>` : state && rows(state.heard, state)}</div>`;
}

const solved = (heard, state) => {
  const proof = heard.find((each) => each.kind === "solved");
  if (!proof) return html`<p class="soft">${state.stopped ? "stopped before a proof" : "solving…"}</p>`;
  if (!proof.exact) return html`<p>No proof within the time, after ${count(proof.nodes)} nodes.</p>`;
  const side = SEATS[proof.utility > 0 ? proof.player : 1 - proof.player];
  return html`<p><strong>${proof.utility === 0 ? "A draw" : `${side} wins${Math.abs(proof.utility) === 1 ? "" : ` by ${Math.abs(proof.utility)}`}`}</strong> with best play: proven, ${count(proof.nodes)} nodes${proof.action ? `, best ${proof.action}` : ""}.</p>`;
};

const counted = (heard) => html`<table class="facts"><thead><tr><th scope="col">plies</th><th scope="col">positions</th><th scope="col">finished</th></tr></thead><tbody>${heard.filter((each) => each.kind === "perft").map((each) => html`<tr key=${each.depth}><td>${each.depth}</td><td>${count(each.leaves)}</td><td>${count(each.finished)}</td></tr>`)}</tbody></table>`;

function Pins({ pins, go, drop }) {
  return pins.length > 0 && html`<ul class="pins">${pins.map((pin, n) => html`<li key=${n}><button type="button" class="step" onClick=${() => go({ start: pin.start, moves: pin.moves })}>${pin.moves.at(-1) || "the start"}</button> <strong>${pin.value}</strong> <span class="soft">${pin.who}, depth ${pin.depth}</span> <button type="button" class="step" aria-label=${`remove pin ${n + 1}`} onClick=${() => drop(n)}>remove</button></li>`)}</ul>`;
}

// The values of the positions of the game: those that were analysed, and those of a sweep.
function useValues(place, found, data) {
  const [values, setValues] = useState({});
  const [sweeping, setSweeping] = useState(null);
  const name = (ply) => JSON.stringify([place.game, place.start, place.moves.slice(0, ply)]);
  const line = found.line;
  useEffect(() => {
    if (!line || !data || data.over) return;
    setValues((old) => ({ ...old, [name(place.at)]: { ...old[name(place.at)], ...forFirst(line.lines[0], data.player) } }));
  }, [line]);
  const start = () => setSweeping({ stop: ask({ do: "sweep", game: place.game, start: place.start, moves: place.moves }, (heard) => {
    if (heard.kind === "swept") setValues((old) => ({ ...old, [name(heard.ply)]: heard }));
    if (heard.kind === "done" || heard.kind === "error") setSweeping(null);
  }) });
  const stop = () => { sweeping.stop(); setSweeping(null); };
  useEffect(() => () => sweeping?.stop(), [sweeping]);
  return { list: Array.from({ length: place.moves.length + 1 }, (_, ply) => values[name(ply)] || null), sweeping, start, stop };
}

export function Analyse({ place, go, about }) {
  const moves = played(place);
  const position = usePosition(place.game, place.start, moves);
  const [on, setOn] = useState(true);
  const [time, setTime] = useState(20);
  const [every, setEvery] = useState(false);
  const [hovered, setHovered] = useState(null);
  const [flipped, setFlipped] = useState(false);
  const [pins, setPins] = useState([]);
  const { data, stale } = position;
  const fresh = data && !stale ? data : null;
  const number = Number(place.lines ?? 3);
  const settings = { lines: number, every, time_s: time, evaluator: place.evaluator ?? "" };
  const found = useSearch(place, settings, on, !(fresh && fresh.over));
  const values = useValues(place, found, fresh);
  const [lines, clear] = useLines(place);
  useKeys(place, go);
  useEffect(() => { setHovered(null); setTime(20); }, [place.game, place.start, JSON.stringify(moves)]);
  if (!about || !data) return html`<p class="loading" role=${position.error ? "alert" : "status"}>${position.error || (position.building ? `Code for ${position.building} is being built.` : "Loading…")}</p>`;
  const deeper = Object.keys(LONG).map(Number).find((each) => each > time);
  const notes = {};
  values.list.forEach((value, ply) => { if (value?.mistake) notes[ply + 1] = { tone: "bad", text: value.mistake }; });
  const mistakes = Object.keys(notes).length;
  const pin = () => setPins([...pins, { start: place.start, moves, value: found.line.lines[0].value, who: `for ${SEATS[fresh.player]}`, depth: found.line.depth }]);
  const current = found.line && fresh && !fresh.over;
  return html`<div class="columns">
    <section class="card stage" aria-label="the board">
      <${Table} place=${place} position=${position} flipped=${flipped} hovered=${hovered} onHover=${setHovered} marks=${current ? found.line.marks : []} shorts=${current ? found.line.shorts : {}} onPlay=${fresh && !fresh.over ? (text) => go(after(place, text)) : null}/>
      <div class="row center"><button type="button" aria-pressed=${every} onClick=${() => setEvery(!every)}>Value of every action</button><${Tool} icon="flip" label="Flip the board" onClick=${() => setFlipped(!flipped)} pressed=${flipped}/></div>
    </section>
    <div class="stack">
      <section class="card" aria-label="the analysis">
        <${Verdict} found=${found} position=${position} on=${on}/>
        <${Lines} found=${found} place=${place} go=${go} onHover=${setHovered}/>
        <div class="row tools">
          <button type="button" class="main" onClick=${() => setOn(!on)}>${on ? "Stop" : "Analyse"}</button>
          <button type="button" disabled=${!on || !deeper || !found.ended || found.line?.exact} onClick=${() => setTime(deeper)}>Deeper${deeper ? ` (${LONG[deeper]})` : ""}</button>
          <button type="button" disabled=${!current} onClick=${pin}>Pin</button>
          <${Choice} hidden label="number of lines" value=${number} options=${[1, 2, 3, 4, 5].map((n) => [n, `${n} line${n > 1 ? "s" : ""}`])} onChange=${(value) => go({ lines: value }, true)}/>
          <${Choice} hidden label="evaluator" value=${place.evaluator ?? ""} options=${[["", "the game's evaluator"], ...about.evaluators.map((name) => [name, name])]} onChange=${(value) => go({ evaluator: value }, true)}/>
        </div>
        <${Pins} pins=${pins} go=${go} drop=${(n) => setPins(pins.filter((_, each) => each !== n))}/>
      </section>
      <section class="card" aria-label="the game">
        ${place.moves.length > 0 && html`<${Graph} values=${values.list} at=${place.at} onGo=${(at) => go({ at }, true)}/>
        <div class="row"><button type="button" onClick=${values.sweeping ? values.stop : values.start}>${values.sweeping ? "Stop" : "Analyse the whole game"}</button>
          <span class="soft" role="status">${values.sweeping ? `${values.list.filter(Boolean).length} of ${values.list.length} positions` : mistakes ? `${mistakes} mistake${mistakes > 1 ? "s" : ""} named below` : ""}</span></div>`}
        <${Moves} place=${place} go=${go} texts=${data.moves.length === place.moves.length ? data.moves : null} notes=${notes}/>
        <details><summary>Lines that you tried</summary><${Variations} lines=${lines} clear=${clear} here=${moves} go=${go}/></details>
        ${data.readable ? html`<${Start} place=${place} go=${go} state=${data.state}/>` : html`<p class="soft position">Shown: <code>${data.state}</code></p>`}
      </section>
      <section class="card" aria-label="facts">
        <h2>Facts</h2>
        ${fresh && !fresh.over && html`<${Terms} place=${place} evaluator=${place.evaluator ?? ""}/>`}
        <${Job} title="Solve" stops="Stop solving" place=${place} question=${{ do: "solve", time_s: 60 }} rows=${solved}><span class="soft small">proves the value, for at most a minute</span><//>
        <${Job} title="Count positions" stops="Stop counting" place=${place} question=${{ do: "perft", time_s: 5, depth: 12 }} rows=${counted}><span class="soft small">ply by ply, for five seconds</span><//>
      </section>
    </div>
  </div>`;
}
