// A trace: the steps of a search, and its tree after some of them.
import { html, useMemo } from "./preact.js";
import { Tree, MOST } from "./tree.js";
import { Tool, count } from "./parts.js";

// What is known of each node after the first steps of a trace.
function known(data, step) {
  const on = new Set(data.roots.slice(0, 1));
  const values = new Map();
  const windows = new Map();
  const cut = new Set();
  const done = new Set();
  for (const each of data.steps.slice(0, step)) {
    on.add(each.node);
    if (each.kind === "cut") cut.add(each.node);
    if (each.kind === "left") done.add(each.node);
    if (each.value !== null && each.kind !== "known") values.set(each.node, each.value);
    if (each.kind !== "leaf") windows.set(each.node, each.window);
  }
  return { on, values, windows, cut, done };
}

// The number of steps of the longest of some searches.
export const longest = (searches) => Math.max(0, ...searches.map(({ data }) => data.steps.length));

// The buttons that step through searches, each with its name and its trace, and a sentence for what the step did.
export function Steps({ searches, step, move }) {
  const most = longest(searches);
  const cut = nextCut(searches, step);
  const said = searches.map(({ name, data }) => [name, step ? data.steps[Math.min(step, data.steps.length) - 1].text : "Press → to begin."]);
  const same = said.every(([, text]) => text === said[0][1]);
  return html`<div class="steps">
    <div class="row"><${Tool} icon="start" label="To the first step (Home)" onClick=${() => move(0)} disabled=${step === 0}/>
      <${Tool} icon="back" label="One step back (←)" onClick=${() => move(step - 1)} disabled=${step === 0}/>
      <${Tool} icon="forward" label="One step on (→)" onClick=${() => move(step + 1)} disabled=${step === most}/>
      <button type="button" onClick=${() => move(cut)} disabled=${cut === step}>Next cut</button>
      <input type="range" aria-label="step" min="0" max=${most} value=${step} onInput=${(event) => move(Number(event.target.value))}/>
      <span class="soft small">step ${step} of ${most}</span></div>
    <p class="sentence" role="status">${same ? said[0][1] : said.map(([name, text]) => html`<span class="side" key=${name}><strong>${name}:</strong> ${text}</span>`)}</p></div>`;
}

// The step after which the next cut of any of the searches is shown; the present step if there is none.
function nextCut(searches, step) {
  const next = searches.map(({ data }) => data.steps.findIndex((each, n) => n >= step && each.kind === "cut")).filter((at) => at >= 0);
  return next.length ? Math.min(...next) + 1 : step;
}

export function Search({ data, name, step, opened, onOpen }) {
  const at = Math.min(step, data.steps.length);
  const now = data.steps[at - 1];
  const { on, values, windows, cut, done } = useMemo(() => known(data, at), [data, at]);
  const here = now ? now.node : 0;
  let root = here;
  while (data.nodes[root].parent !== null) root = data.nodes[root].parent;
  const state = (n) => ({
    on: on.has(n), value: values.get(n), now: n === here && at > 0, tone: done.has(n) || data.nodes[n].leaf ? "done" : "",
    window: on.has(n) && data.nodes[n].who && !done.has(n) ? windows.get(n) : null,
  });
  return html`<figure><figcaption><strong>${name}</strong> <span class="soft">${count(on.size)} of ${count(data.nodes.length)} nodes, ${cut.size} cut${cut.size === 1 ? "" : "s"}${at === data.steps.length ? `; the value is ${data.value}${data.action ? `, the action ${data.action}` : ""}` : ""}${data.complete ? "" : "; the trace ends at its limit of nodes"}</span></figcaption>
    <${Tree} nodes=${data.nodes} root=${root} here=${here} opened=${opened} onOpen=${onOpen} state=${state} cuts=${(n) => cut.has(n)} label=${`the tree of ${name}`}/>
    ${data.nodes.length > MOST && html`<p class="soft small">This tree is folded: it shows the way to the present node. A click on a folded node opens it.</p>`}</figure>`;
}

export const Legend = () => html`<ul class="legend tree"><li><svg viewBox="-24 -22 48 42" aria-hidden="true" class="node max"><polygon points="0,-19 22,16 -22,16"/></svg>max moves</li><li><svg viewBox="-24 -20 48 42" aria-hidden="true" class="node min"><polygon points="0,19 22,-16 -22,-16"/></svg>min moves</li><li><svg viewBox="-24 -20 48 40" aria-hidden="true" class="node leaf"><rect x="-20" y="-14" width="40" height="28" rx="5"/></svg>a leaf</li><li><svg viewBox="-12 -12 24 24" aria-hidden="true"><path class="cross" d="M-7,-7l14,14m0,-14l-14,14"/></svg>not tried</li></ul>`;
