// The lines that the reader has tried from a start, as a tree of moves.
import { html, useEffect, useState } from "./preact.js";

const key = (place) => `lines ${place.game} ${place.start}`;
const kept = (place) => { try { return JSON.parse(sessionStorage.getItem(key(place))) || []; } catch { return []; } };
const MOST = 40;

// Keeps the lines of a start for as long as the tab is open. A line that continues another takes its place.
export function useLines(place) {
  const [lines, setLines] = useState(() => kept(place));
  const text = JSON.stringify(place.moves);
  useEffect(() => {
    if (!place.moves.length) return;
    setLines((old) => {
      const begins = (line, other) => line.length <= other.length && line.every((move, n) => other[n] === move);
      if (old.some((line) => begins(place.moves, line))) return old;
      const next = [...old.filter((line) => !begins(line, place.moves)), place.moves].slice(-MOST);
      sessionStorage.setItem(key(place), JSON.stringify(next));
      return next;
    });
  }, [text]);
  const clear = () => { sessionStorage.removeItem(key(place)); setLines(place.moves.length ? [place.moves] : []); };
  return [lines, clear];
}

function treeOf(lines) {
  const root = { moves: [], kids: new Map() };
  for (const line of lines) {
    let node = root;
    line.forEach((move, n) => {
      if (!node.kids.has(move)) node.kids.set(move, { move, moves: line.slice(0, n + 1), kids: new Map() });
      node = node.kids.get(move);
    });
  }
  return root;
}

function Branch({ node, here, go }) {
  const row = [];
  let at = node;
  for (;;) {
    row.push(at);
    if (at.kids.size !== 1) break;
    [at] = at.kids.values();
  }
  const now = JSON.stringify(here);
  return html`<li>${row.map((each) => each.move && html`<button type="button" class="step" aria-current=${JSON.stringify(each.moves) === now ? "step" : null} onClick=${() => go({ moves: each.moves })}><span class="number">${each.moves.length}</span>${each.move}</button>`)}
    ${at.kids.size > 1 && html`<ul>${[...at.kids.values()].map((kid) => html`<${Branch} key=${kid.move} node=${kid} here=${here} go=${go}/>`)}</ul>`}</li>`;
}

export function Variations({ lines, clear, here, go }) {
  if (lines.length < 2) return html`<p class="soft">Play another action at any ply, and both lines are kept here.</p>`;
  return html`<ul class="variations"><${Branch} node=${treeOf(lines)} here=${here} go=${go}/></ul><button type="button" onClick=${clear}>Forget the other lines</button>`;
}
