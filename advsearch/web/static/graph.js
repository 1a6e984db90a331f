// The value of each position of a game, for the first player: above the line the first player is better.
import { html, useRef } from "./preact.js";

const WIDTH = 640;
const HEIGHT = 150;
const LEFT = 16;

// Heights between -1 and 1: proven wins and losses are at the edges, and evaluations on the scale of this game.
function heights(values) {
  const sizes = values.filter((value) => value && !value.proven).map((value) => Math.abs(value.number));
  const most = Math.max(1e-9, ...sizes);
  return values.map((value) => {
    if (!value) return null;
    if (value.proven) return Math.sign(value.number);
    return 0.8 * value.number / most;
  });
}

export function Graph({ values, at, onGo }) {
  const svg = useRef(null);
  const high = heights(values);
  const last = Math.max(1, values.length - 1);
  const x = (n) => LEFT + (n * (WIDTH - 2 * LEFT)) / last;
  const y = (height) => HEIGHT / 2 - height * (HEIGHT / 2 - 14);
  const points = high.map((height, n) => (height === null ? null : [x(n), y(height)]));
  const runs = [[]];
  for (const point of points) if (point) runs[runs.length - 1].push(point); else if (runs[runs.length - 1].length) runs.push([]);
  const known = values.filter(Boolean).length;
  const click = (event) => {
    const box = svg.current.getBoundingClientRect();
    const n = Math.round((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / ((WIDTH - 2 * LEFT) / last));
    onGo(Math.max(0, Math.min(values.length - 1, n)));
  };
  return html`<svg ref=${svg} class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`the value of ${known} of ${values.length} positions, for the first player`} onClick=${click}>
    <rect class="half first" x="0" y="0" width=${WIDTH} height=${HEIGHT / 2}/><rect class="half second" x="0" y=${HEIGHT / 2} width=${WIDTH} height=${HEIGHT / 2}/>
    <line class="axis" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2}/>
    <line class="here" x1=${x(at)} x2=${x(at)} y1="0" y2=${HEIGHT}/>
    ${runs.filter((run) => run.length > 1).map((run) => html`<polyline class="curve" points=${run.map((point) => point.join()).join(" ")}/>`)}
    ${points.map((point, n) => point && html`<circle class=${`point${values[n].mistake ? " bad" : ""}${n === at ? " now" : ""}`} cx=${point[0]} cy=${point[1]} r=${n === at ? 6 : values[n].mistake ? 5 : 3.2}><title>${`after ${n} plies: ${values[n].short}${values[n].mistake ? `; then the player ${values[n].mistake}` : ""}`}</title></circle>`)}
    <text class="side" x="10" y="20">first is better</text><text class="side" x="10" y=${HEIGHT - 10}>second is better</text>
  </svg>`;
}
