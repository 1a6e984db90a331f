// A tree of a search: triangles point up where max moves and down where min moves, and boxes are leaves.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./preact.js";
import { hierarchy, tree as tidy } from "./vendor/d3-hierarchy.mjs";

export const MOST = 300;
const DOWN = 84;
const LEAST = 0.8;

// The nodes to draw. A large tree shows the way to one node, what is beside it, and what the reader has opened.
export function shown(nodes, here, opened) {
  const kids = nodes.map(() => []);
  nodes.forEach((node, n) => { if (node.parent !== null) kids[node.parent].push(n); });
  if (nodes.length <= MOST) return { kids, folded: new Set() };
  const way = new Set();
  for (let n = here; n !== null && n !== undefined; n = nodes[n].parent) way.add(n);
  const folded = new Set();
  nodes.forEach((node, n) => { if (kids[n].length && !way.has(n) && !opened.has(n) && node.parent !== null) folded.add(n); });
  return { kids, folded };
}

const below = (kids, n) => kids[n].reduce((sum, kid) => sum + 1 + below(kids, kid), 0);
const LOOK = { max: "0,-19 22,16 -22,16", min: "0,19 22,-16 -22,-16" };

// `state(n)` gives what is known of a node: `on`, `value`, `window`, `now`, `tone`. `cuts(n)` are names that were not tried.
export function Tree({ nodes, root, here, opened, onOpen, state, cuts, label }) {
  const box = useRef(null);
  const { kids, folded } = useMemo(() => shown(nodes, here, opened), [nodes, nodes.length > MOST ? here : 0, opened]);
  const laid = useMemo(() => {
    const make = (n) => ({
      n,
      kids: folded.has(n) ? [] : [...kids[n].map(make), ...nodes[n].cut.map((name, at) => ({ n: `${n} ${at}`, cut: name, of: n, kids: [] }))],
    });
    const top = hierarchy(make(root), (each) => each.kids);
    const wide = 24 + 9 * Math.max(3, ...top.descendants().slice(1).map((each) => (each.data.cut || nodes[each.data.n].name).length));
    tidy().nodeSize([Math.min(120, Math.max(52, wide)), DOWN])(top);
    const xs = top.descendants().map((each) => each.x);
    return { top, left: Math.min(...xs) - 44, right: Math.max(...xs) + 44, height: (top.height + 1) * DOWN };
  }, [nodes, root, kids, folded]);
  useEffect(() => {
    const now = box.current?.querySelector(".now");
    if (!now) return;
    const frame = box.current.getBoundingClientRect();
    const at = now.getBoundingClientRect();
    if (at.left < frame.left + 30 || at.right > frame.right - 30) box.current.scrollLeft += at.left - frame.left - frame.width / 2;
    if (at.top < frame.top || at.bottom > frame.bottom) box.current.scrollTop += at.top - frame.top - frame.height / 3;
  }, [here, laid]);
  const width = laid.right - laid.left;
  const [room, setRoom] = useState(width);
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(() => setRoom(box.current.clientWidth));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const scale = width > room && room > LEAST * width ? room / width : 1; // a tree that nearly fits is drawn smaller
  return html`<div class="tree" ref=${box} tabindex="0" role="group" aria-label=${label}><svg width=${width * scale} height=${(laid.height + 8) * scale} viewBox=${`${laid.left} -34 ${width} ${laid.height + 8}`} aria-hidden="true">
    ${laid.top.descendants().slice(1).map((each) => {
      const pruned = each.data.cut !== undefined;
      const on = pruned ? cuts(each.data.of) : state(each.data.n).on;
      const name = pruned ? each.data.cut : nodes[each.data.n].name;
      return html`<g key=${each.data.n} class=${on ? "" : "ghost"}><path class=${`edge${pruned ? " pruned" : ""}${!pruned && state(each.data.n).best ? " best" : ""}`} d=${`M${each.parent.x},${each.parent.y + 16}L${each.x},${each.y - 16}`}/>
        <text class="branch" x=${(each.parent.x + 2 * each.x) / 3 + (each.x < each.parent.x ? -9 : 9)} y=${each.parent.y + DOWN * 0.62} text-anchor=${each.x < each.parent.x ? "end" : "start"}>${name}</text>
        ${pruned && on && html`<path class="cross" d=${`M${each.x - 7},${each.y - 13}l14,14m0,-14l-14,14`}/>`}</g>`;
    })}
    ${laid.top.descendants().filter((each) => each.data.cut === undefined).map((each) => {
      const { n } = each.data;
      const node = nodes[n];
      const known = state(n);
      const many = folded.has(n) ? below(kids, n) : 0;
      return html`<g key=${n} class=${`node ${node.who || "leaf"}${known.on ? "" : " ghost"}${known.now ? " now" : ""} ${known.tone || ""}`} transform=${`translate(${each.x},${each.y})`} onClick=${many ? () => onOpen(n) : null}>
        ${node.who ? html`<polygon points=${LOOK[node.who]}/>` : html`<rect x="-20" y="-14" width="40" height="28" rx="5"/>`}
        <text class="number" y=${node.who === "max" ? 11 : node.who === "min" ? -1 : 5}>${known.value ?? ""}</text>
        ${known.window && html`<text class="window" y=${node.who === "max" ? 29 : 31}>${known.window.join(" … ")}</text>`}
        ${many > 0 && html`<text class="more" y="46">+${many}</text>`}</g>`;
    })}
  </svg></div>`;
}
