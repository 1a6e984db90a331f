// Tournaments: the table of a store as it stands, and its games, which open in Analyse.
import { html, useEffect, useState } from "./preact.js";
import { count } from "./parts.js";

const AGAIN_MS = 3000;
const SHOWN = 60;

function useTable() {
  const [state, setState] = useState({ table: null, error: "" });
  useEffect(() => {
    let timer = 0;
    let gone = false;
    let tag = "";
    const load = () => fetch("/api/tournament", { headers: tag ? { "If-None-Match": tag } : {} }).then(async (response) => {
      if (gone || response.status === 304) return;
      if (response.status === 404) gone = true; // this server has no store, and will have none
      tag = response.headers.get("etag") || "";
      const data = await response.json();
      setState(response.ok ? { table: data, error: "" } : { table: null, error: data.error });
    }).catch(() => {}).finally(() => { if (!gone) timer = setTimeout(load, AGAIN_MS); });
    load();
    return () => { gone = true; clearTimeout(timer); };
  }, []);
  return state;
}

const Rows = ({ caption, headers, rows }) => html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}><table class="facts wide"><thead><tr>${headers.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>${rows.map((row, n) => html`<tr key=${n}>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;

// A part of the report: a table, a remark, or a list of lines.
const Piece = ({ piece }) => {
  if (typeof piece === "string") return html`<p class="soft small">${piece}</p>`;
  if (Array.isArray(piece)) return html`<ul>${piece.map((line, n) => html`<li key=${n}>${line}</li>`)}</ul>`;
  return html`<${Rows} caption=${piece.title} headers=${piece.headers} rows=${piece.rows}/>`;
};
const Pieces = ({ title, pieces }) => pieces.length > 0 && html`<section class="card" aria-label=${title}><h2>${title}</h2>${pieces.map((piece, n) => html`<${Piece} key=${n} piece=${piece}/>`)}</section>`;

export function Tournaments({ go, games }) {
  const { table, error } = useTable();
  const [words, setWords] = useState("");
  const [more, setMore] = useState(1);
  if (error) return html`<p class="loading">${error}</p>`;
  if (!table) return html`<p class="loading" role="status">Loading…</p>`;
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (game) => `${game.first} ${game.second} ${game.result} ${game.ending} ${game.moves.join(" ")}`.toLowerCase();
  const found = table.games.filter((game) => wanted.every((word) => text(game).includes(word)));
  const known = games.includes(table.game);
  const share = table.planned ? Math.min(1, table.played / table.planned) : 0;
  return html`<div class="stack">
    <section class="card" aria-label="the table"><h2>${table.title} <span class="soft">${table.game}</span></h2>
      <p role="status">${table.headline}</p>
      <progress max="1" value=${share} aria-label="games played">${Math.round(share * 100)} %</progress>
      ${table.ratings.length > 0 ? table.ratings.map((piece, n) => html`<${Piece} key=${n} piece=${piece}/>`) : html`<p class="soft">No pair of games is complete yet.</p>`}</section>
    <${Pieces} title="Pairings" pieces=${table.pairings}/>
    <${Pieces} title="Faults" pieces=${table.faults}/>
    <section class="card" aria-label="the games"><h2>Games</h2>
      ${!known && html`<p class="soft">To replay the games, start the server with their game: ${table.game}</p>`}
      <label class="choice wide"><span>Filter: a name, a result, an ending, an action</span><input type="text" value=${words} onInput=${(event) => { setWords(event.target.value); setMore(1); }}/></label>
      <ul class="games">${found.slice(0, SHOWN * more).map((game, n) => html`<li key=${n}><button type="button" class="step" disabled=${!known} onClick=${() => go({ view: "analyse", game: table.game, start: game.start, moves: game.moves, at: 0 })}><strong>${game.first}</strong> – <strong>${game.second}</strong></button> <span class="soft">${game.result}, ${game.moves.length} plies${game.ending === "normal" ? "" : `, ${game.ending}`}${game.fault ? `, fault of ${game.fault}` : ""}</span></li>`)}</ul>
      ${found.length > SHOWN * more && html`<button type="button" onClick=${() => setMore(more + 1)}>Show more of ${count(found.length)} games</button>`}
      ${!found.length && html`<p class="soft">no such game</p>`}</section>
  </div>`;
}
