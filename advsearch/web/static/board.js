// A board: the shapes that the server lists, the clicks that mean actions, and the motion of pieces.
import { h, html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const shape = ([name, attributes, text], turn) =>
  h(name, name === "text" && turn ? { ...attributes, transform: turn(attributes) } : attributes, text);
const begins = (way, path) => path.every((cell, n) => way[n] === cell);

// What the clicks so far may still mean: the cells to click next, and the actions that have all their clicks.
export function meaning(actions, path) {
  const targets = new Set();
  const dots = new Set(); // where an action may be clicked in several cells, only the one that it changes has a dot
  const complete = [];
  for (const action of actions) {
    const ways = action.ways.filter((way) => begins(way, path));
    for (const way of ways) {
      if (way.length <= path.length) continue;
      targets.add(way[path.length]);
      if (action.ways.length === 1 || way[path.length] === action.shown) dots.add(way[path.length]);
    }
    if (path.length && ways.some((way) => way.length === path.length)) complete.push(action);
  }
  return { targets, dots, complete };
}

// The middle of the block that an action turned, as a motion of each cell around it.
function turnFrames(turned, cell) {
  const x = turned.x - cell.x;
  const y = turned.y - cell.y;
  const at = (degrees) => `translate(${x}px, ${y}px) rotate(${degrees}deg) translate(${-x}px, ${-y}px)`;
  return [{ transform: at(-turned.degrees) }, { transform: at(0) }];
}

function move(element, frames, duration, easing) {
  element?.animate(frames, { duration, easing });
}

// Moves the pieces from where they were in the drawing before to where they are now.
function animate(svg, before, drawing) {
  if (calm.matches || !svg) return;
  const was = new Map(before.cells.filter((cell) => cell.id).map((cell) => [cell.id, cell]));
  const pieces = svg.querySelectorAll(".cell > .standing");
  drawing.cells.forEach((cell, n) => {
    const piece = pieces[n];
    const old = cell.id && was.get(cell.id);
    const from = cell.entered || (old && (old.x !== cell.x || old.y !== cell.y) && [old.x - cell.x, old.y - cell.y]);
    if (!from || !piece) return;
    const frames = [{ transform: `translate(${from[0]}px, ${from[1]}px)` }, { transform: "translate(0, 0)" }];
    const far = Math.hypot(from[0], from[1]);
    move(piece, frames, cell.entered ? 120 + far : 220, cell.entered ? "cubic-bezier(.5, 0, .9, .6)" : "ease-out");
  });
  if (drawing.turned) {
    const grounds = svg.querySelectorAll(".floor");
    for (const n of drawing.turned.cells) {
      const frames = turnFrames(drawing.turned, drawing.cells[n]);
      for (const element of [grounds[n], pieces[n]]) move(element, frames, 420, "ease-in-out");
    }
  }
}

function nearest(cells, from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = from;
  let least = Infinity;
  cells.forEach((cell, n) => {
    const x = cell.x - cells[from].x;
    const y = cell.y - cells[from].y;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 1 && along + 2 * aside < least) { least = along + 2 * aside; best = n; }
  });
  return best;
}

const LOOKS = { open: "empty", hole: "empty", blocked: "blocked", first: "first's piece", second: "second's piece" };

export function Board({ drawing, actions = [], marks = [], flipped = false, label, follows = "", onPlay, onPath, path = [], values = {} }) {
  const svg = useRef(null);
  const [focus, setFocus] = useState(0);
  const before = useRef({ drawing, follows });
  const { targets, dots } = meaning(actions, path);
  useLayoutEffect(() => {
    const last = before.current;
    if (last.drawing !== drawing && follows && follows !== last.follows) animate(svg.current, last.drawing, drawing);
    before.current = { drawing, follows };
  }, [drawing]);
  useEffect(() => { if (focus >= drawing.cells.length) setFocus(0); }, [drawing]);

  const click = (n) => {
    if (!onPlay) return;
    const next = [...path, n];
    const now = meaning(actions, next);
    if (now.complete.length === 1 && !now.targets.size) { onPath([]); onPlay(now.complete[0].text); return; }
    if (now.complete.length || now.targets.size) { onPath(next); return; }
    const fresh = meaning(actions, [n]);
    if (path.length && n !== path[path.length - 1] && (fresh.complete.length || fresh.targets.size)) {
      if (fresh.complete.length === 1 && !fresh.targets.size) { onPath([]); onPlay(fresh.complete[0].text); } else onPath([n]);
    } else onPath([]);
  };
  const keys = (event) => {
    if (event.key.startsWith("Arrow")) {
      const key = flipped ? { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft", ArrowUp: "ArrowDown", ArrowDown: "ArrowUp" }[event.key] : event.key;
      const n = nearest(drawing.cells, focus, key);
      setFocus(n);
      svg.current.querySelectorAll("g.cell")[n].focus();
    } else if (event.key === "Enter" || event.key === " ") click(focus);
    else if (event.key === "Escape") onPath?.([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const upright = flipped ? ({ x = 0, y = 0 }) => `rotate(180 ${x} ${y - 4})` : null;
  const { width, height } = drawing;
  const place = (cell) => `translate(${cell.x} ${cell.y})${flipped ? " rotate(180)" : ""}`;
  const interactive = Boolean(onPath); // also while nobody may play, so that the focus stays
  return html`<svg ref=${svg} class="board" viewBox=${`0 0 ${width} ${height}`} role=${interactive ? "group" : "img"} aria-label=${label} onKeyDown=${interactive ? keys : null}>
    <g transform=${flipped ? `rotate(180 ${width / 2} ${height / 2})` : null}>
      <g aria-hidden="true">${drawing.below.map((each) => shape(each, upright))}</g>
      ${drawing.cells.map((cell, n) => html`<g key=${n} transform=${place(cell)}><g class="floor">${cell.ground.map((each) => shape(each))}</g></g>`)}
      ${drawing.cells.map((cell, n) => {
        const may = interactive && targets.has(n);
        const picked = path.includes(n);
        const name = cell.name || `cell ${n + 1}`;
        const said = `${name}, ${LOOKS[cell.look]}${values[n] ? `, ${values[n]}` : ""}${picked ? ", chosen" : ""}`;
        const button = interactive ? { role: "button", tabindex: n === focus ? 0 : -1, "aria-label": said, "aria-disabled": may || picked ? null : "true", onClick: () => { setFocus(n); click(n); }, onFocus: () => setFocus(n) } : {};
        return h("g", { key: n, class: `cell${may ? " may" : ""}${picked ? " picked" : ""}`, transform: place(cell), ...button },
          html`<rect class="touch" x="-22" y="-22" width="44" height="44"/>
          <g class="standing">${cell.piece.map((each) => shape(each))}</g>
          ${may && dots.has(n) && !marks.length && html`<circle class="dot" r=${cell.piece.length ? 19 : 5}/>`}
          <rect class="halo" x="-21" y="-21" width="42" height="42" rx="6"/>`);
      })}
      <g class="marks" aria-hidden="true">${[...drawing.above, ...marks].map((each) => shape(each, upright))}</g>
    </g></svg>`;
}
