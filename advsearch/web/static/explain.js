// Explain: a search stepped through, one sentence a step.
import { html, useEffect, useLayoutEffect, useState } from "./preact.js";
import { ask } from "./socket.js";
import { played } from "./place.js";
import { Choice, stepAfter } from "./parts.js";
import { Legend, Search, Steps, longest } from "./steps.js";

const DEPTHS = [1, 2, 3, 4, 5, 6].map((n) => [n, `${n} ${n === 1 ? "ply" : "plies"}`]);

function useTrace(question) {
  const [state, setState] = useState({ data: null, error: "" });
  const key = JSON.stringify(question);
  useEffect(() => {
    if (!question) { setState({ data: null, error: "" }); return undefined; }
    return ask({ do: "trace", ...question }, (heard) => {
      if (heard.kind === "trace") setState({ data: heard, error: "", key });
      if (heard.kind === "error") setState({ data: null, error: heard.text, key });
    });
  }, [key]);
  return state.key === key ? state : { ...state, waits: Boolean(question) };
}

function useKeysForSteps(most, move) {
  useLayoutEffect(() => { // a key is understood as soon as the tree is drawn
    const pressed = (event) => {
      if (event.target.closest("input, select, textarea") || stepAfter(event, 0, most) === undefined) return;
      event.preventDefault();
      move((now) => stepAfter(event, now, most));
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

// Where the tree comes from: the position of the game, a tree of a textbook, or a tree grown from a seed.
export function Source({ place, go, trees, position = true }) {
  const from = place.tree || (position ? "" : trees.names[0]);
  const seeded = from.startsWith("seed ");
  const options = [...(position ? [["", "this position of the game"]] : []), ["seed 1", "a tree from a seed"], ...trees.names.map((name) => [name, name.replaceAll("-", " ")])];
  const seed = seeded ? from.split(" ")[1] : "1";
  const plies = (/of (\d)/.exec(from) || [])[1] || "3";
  return html`<${Choice} label="Tree" value=${seeded ? "seed 1" : from} options=${options} onChange=${(value) => go({ tree: value, step: "" }, true)}/>
    ${seeded && html`<label class="choice"><span>Seed</span><input type="number" class="seed" min="0" max="999999999" value=${seed} onChange=${(event) => go({ tree: `seed ${Math.max(0, Math.min(999999999, Math.round(Number(event.target.value)) || 0))} of ${plies} plies`, step: "" }, true)}/></label>
      <${Choice} label="Plies" value=${plies} options=${[["2", "2"], ["3", "3"], ["4", "4"]]} onChange=${(value) => go({ tree: `seed ${seed} of ${value} plies`, step: "" }, true)}/>`}`;
}

export const sourceOf = (place, trees) => (place.tree ? { game: trees.spec, start: place.tree, moves: [] } : { game: place.game, start: place.start, moves: played(place) });

export function Explain({ place, go, about, trees }) {
  const [opened, setOpened] = useState(new Set());
  const depth = Number(place.depth ?? (place.tree ? 6 : 3));
  const searcher = place.searcher ?? "alpha-beta";
  const beside = place.beside ?? "";
  const source = trees && sourceOf(place, trees);
  const one = useTrace(source && { ...source, searcher, depth });
  const two = useTrace(source && beside ? { ...source, searcher: beside, depth } : null);
  const searches = [{ name: searcher, data: one.data }, { name: beside, data: two.data }].filter(({ data }) => data);
  const most = longest(searches);
  const [step, setStep] = useState(Number(place.step) || 0);
  const at = Math.min(step, most || step);
  // a key may be pressed again before the last step is drawn, so that steps are counted from the newest
  const move = (to) => setStep((old) => Math.max(0, Math.min(most, typeof to === "function" ? to(Math.min(old, most)) : to)));
  useEffect(() => { const later = setTimeout(() => go({ step: step || "" }, true), 300); return () => clearTimeout(later); }, [step]);
  useKeysForSteps(most, move);
  useEffect(() => setOpened(new Set()), [one.data]);
  if (!about || !trees) return html`<p class="loading" role="status">Loading…</p>`;
  const names = about.traced.map((name) => [name, name]);
  const set = (name) => (value) => { setStep(0); go({ [name]: value, step: "" }, true); };
  const open = (n) => setOpened(new Set(opened).add(n));
  const error = one.error || two.error;
  return html`<div class="stack">
    <section class="card" aria-label="the search">
      <div class="row bottom"><${Source} place=${place} go=${(changes, replaces) => { setStep(0); go(changes, replaces); }} trees=${trees}/>
        <${Choice} label="Searcher" value=${searcher} options=${names} onChange=${set("searcher")}/>
        <${Choice} label="Beside it" value=${beside} options=${[["", "nothing"], ...names.filter(([name]) => name !== searcher)]} onChange=${set("beside")}/>
        <${Choice} label="Depth" value=${depth} options=${DEPTHS} onChange=${set("depth")}/></div>
      ${!place.tree && html`<p class="soft small">The position is the one that Play and Analyse show. max is the player to move.</p>`}
      ${one.data && html`<${Steps} searches=${searches} step=${at} move=${move}/>`}
      ${error && html`<p class="error" role="alert">${error}</p>`}
    </section>
    ${one.data && html`<section class=${`card trees${two.data ? " both" : ""}`} aria-label="the trees">${searches.map(({ name, data }) => html`<${Search} key=${name} data=${data} name=${name} step=${at} opened=${opened} onOpen=${open}/>`)}
      <${Legend}/></section>`}
    ${one.waits && !one.data && html`<p class="loading" role="status">Searching…</p>`}
  </div>`;
}
