// Play: each seat is a person or a searcher.
import { html, useEffect, useState } from "./preact.js";
import { ask, usePosition } from "./socket.js";
import { after, played } from "./place.js";
import { Table } from "./table.js";
import { Choice, Moves, SEATS, Start, Tool, useKeys } from "./parts.js";

const TIMES = [["0.1", "0.1 s"], ["0.3", "0.3 s"], ["1", "1 s"], ["3", "3 s"], ["10", "10 s"], ["30", "30 s"]];
const DEPTHS = [["", "own depth"], ...[1, 2, 3, 4, 5, 6, 8, 10, 12].map((n) => [String(n), `depth ${n}`])];
const CLOCKS = [["", "no clock"], ["60", "1 minute"], ["180", "3 minutes"], ["300", "5 minutes"], ["600", "10 minutes"]];
const PERSON = "person";

const settingsOf = (place, seat) => ({
  player: place[`p${seat}`] ?? (seat === 0 ? PERSON : ""),
  time: place[`t${seat}`] ?? "1",
  depth: place[`d${seat}`] ?? "",
});

const limitsOf = ({ player, time, depth }) => ({ searcher: player, time_s: Number(time), ...(depth ? { depth: Number(depth) } : {}) });

function Seat({ seat, place, go, about, mover, clock }) {
  const { player, time, depth } = settingsOf(place, seat);
  const players = [[PERSON, "a person"], ["", "the game's own searcher"], ...about.searchers.map((name) => [name, name])];
  const set = (name) => (value) => go({ [`${name}${seat}`]: value }, true);
  return html`<fieldset class=${`seat ${SEATS[seat]}${mover === seat ? " moves" : ""}`}>
    <legend><span class=${`disc ${SEATS[seat]}`}></span>${SEATS[seat]}${clock !== null && html`<span class="clock">${clock}</span>`}</legend>
    <${Choice} hidden label=${`${SEATS[seat]} player`} value=${player} options=${players} onChange=${set("p")}/>
    ${player !== PERSON && html`<div class="row">
      <${Choice} hidden label=${`time of ${SEATS[seat]} for a move`} value=${time} options=${TIMES} onChange=${set("t")}/>
      <${Choice} hidden label=${`depth of ${SEATS[seat]}`} value=${depth} options=${DEPTHS} onChange=${set("d")}/></div>`}
  </fieldset>`;
}

const minutes = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")}`;

// The clocks of both seats. They run while the game goes on, and a new game resets them.
function useClocks(budget, mover, runs, game) {
  const [left, setLeft] = useState([budget, budget]);
  useEffect(() => setLeft([budget, budget]), [budget, game]);
  useEffect(() => {
    if (!budget || !runs || mover === null) return undefined;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const spent = (now - last) / 1000;
      last = now;
      setLeft((both) => both.map((each, seat) => (seat === mover ? Math.max(0, each - spent) : each)));
    }, 100);
    return () => clearInterval(timer);
  }, [budget, mover, runs, game]);
  return left;
}

export function Play({ place, go, about }) {
  const moves = played(place);
  const position = usePosition(place.game, place.start, moves);
  const [thinks, setThinks] = useState(null);
  const [hint, setHint] = useState(null);
  const [resigned, setResigned] = useState(null);
  const [flipped, setFlipped] = useState(false);
  const [hovered, setHovered] = useState(null);
  const [error, setError] = useState("");
  const { data, stale } = position;
  const fresh = data && !stale ? data : null;
  const mover = fresh ? fresh.player : null;
  const newest = place.at === place.moves.length;
  const round = `${place.game} ${place.start} ${place.round ?? ""}`;
  const budget = Number(place.clock ?? 0);
  const left = useClocks(budget, mover, newest && fresh && !fresh.over && !resigned && place.moves.length > 0, round);
  const flagged = budget ? left.findIndex((each) => each <= 0) : -1;
  const ended = fresh?.over ? fresh.ending : resigned !== null ? `${SEATS[resigned]} resigns: ${SEATS[1 - resigned]} wins` : flagged >= 0 ? `${SEATS[flagged]} ran out of time: ${SEATS[1 - flagged]} wins` : "";
  const seat = mover === null ? null : settingsOf(place, mover);
  const machine = seat !== null && seat.player !== PERSON;
  useKeys(place, go);
  useEffect(() => { setHint(null); setHovered(null); setError(""); }, [position.key]);
  useEffect(() => setResigned(null), [round]);
  useEffect(() => {
    if (!fresh || ended || !machine || !newest) { setThinks(null); return undefined; }
    setThinks(seat.player || "the searcher");
    return ask({ do: "choose", game: place.game, start: place.start, moves, ...limitsOf(seat) }, (heard) => {
      if (heard.kind === "error") { setError(heard.text); setThinks(null); }
      if (heard.kind === "building") setThinks(`code for ${heard.label} is being built`);
      if (heard.kind === "end" && heard.action !== null) { setThinks(null); go(after(place, heard.action)); }
    });
  }, [position.key, fresh !== null, machine, seat?.player, seat?.time, seat?.depth, ended, newest]);
  if (!about) return html`<p class="loading" role="status">Loading…</p>`;
  if (!data) return html`<p class="loading" role=${position.error ? "alert" : "status"}>${position.error || (position.building ? `Code for ${position.building} is being built.` : "Loading…")}</p>`;
  const person = fresh && !ended && !machine && newest;
  const askHint = () => {
    setHint({ text: "thinking…" });
    ask({ do: "choose", game: place.game, start: place.start, moves, time_s: 1 }, (heard) => {
      if (heard.kind === "end") setHint({ action: heard.action, text: `${heard.action}: ${heard.best.value}, depth ${heard.depth}` });
      if (heard.kind === "error") setHint({ text: heard.text });
    });
  };
  const people = [0, 1].filter((each) => settingsOf(place, each).player === PERSON);
  const back = () => {
    let at = place.at - 1;
    while (at > 0 && people.length === 1 && data.movers[at] !== people[0]) at -= 1;
    setResigned(null);
    go({ moves: place.moves.slice(0, Math.max(0, at)) });
  };
  const resume = () => go({ moves }, true);
  const hinted = hint?.action && data.actions.find((action) => action.text === hint.action);
  const status = ended || (thinks ? `${SEATS[mover]}: ${thinks.startsWith("code") ? thinks : `${thinks} thinks`}…` : person ? `${SEATS[mover]} to move` : fresh && !newest ? "an earlier position" : "");
  return html`<div class="columns">
    <section class="card stage" aria-label="the board">
      <${Table} place=${place} position=${position} flipped=${flipped} hovered=${hovered} onHover=${setHovered} shorts=${hinted ? { [hint.action]: "hint" } : {}} onPlay=${fresh && !ended && (!machine || !newest) ? (text) => go(after(place, text)) : null}/>
    </section>
    <div class="stack">
      <section class="card" aria-label="the game">
        <p class=${`status ${ended ? "over" : ""}`} role="status">${status}</p>
        ${(error || position.error) && html`<p class="error" role="alert">${error || position.error}</p>`}
        <div class="row tools">
          <button type="button" class="main" onClick=${() => go({ moves: [], at: 0, round: String(Number(place.round ?? 0) + 1) })}>New game</button>
          <button type="button" onClick=${back} disabled=${place.at === 0}>Take back</button>
          <button type="button" onClick=${askHint} disabled=${!person}>Hint</button>
          <button type="button" onClick=${() => setResigned(mover)} disabled=${!person || place.moves.length === 0}>Resign</button>
          ${!newest && machine && html`<button type="button" onClick=${resume}>Go on from here</button>`}
          <${Tool} icon="flip" label="Flip the board" onClick=${() => setFlipped(!flipped)} pressed=${flipped}/>
        </div>
        ${hint && html`<p class="hint" role="status">${hint.text}</p>`}
      </section>
      <section class="card seats" aria-label="the players">
        ${[0, 1].map((each) => html`<${Seat} key=${each} seat=${each} place=${place} go=${go} about=${about} mover=${ended ? null : mover} clock=${budget ? minutes(left[each]) : null}/>`)}
        <${Choice} label="Clock for a game" value=${place.clock ?? ""} options=${CLOCKS} onChange=${(value) => go({ clock: value }, true)}/>
      </section>
      <section class="card" aria-label="the moves"><${Moves} place=${place} go=${go} texts=${data.moves.length === place.moves.length ? data.moves : null}/>
        ${data.readable ? html`<${Start} place=${place} go=${go} state=${data.state}/>` : html`<p class="soft position">Shown: <code>${data.state}</code></p>`}</section>
    </div>
  </div>`;
}
