// Exercise: the reader does what alpha-beta does, and is told the first mistake and why.
import { html, useEffect, useState } from "./preact.js";
import { ask, answer } from "./socket.js";
import { Tree } from "./tree.js";
import { Source, sourceOf } from "./explain.js";

const DEPTH = 6;

export function Exercise({ place, go, trees }) {
  const chosen = { ...place, tree: place.tree || "seed 1 of 3 plies" };
  const source = trees && sourceOf(chosen, trees);
  const [positions, setPositions] = useState(null);
  const [answers, setAnswers] = useState({});
  const [verdict, setVerdict] = useState(null);
  const windows = place.windows === "yes";
  const key = JSON.stringify(source);
  useEffect(() => {
    if (!source) return undefined;
    setPositions(null); setAnswers({}); setVerdict(null);
    return ask({ do: "exercise", ...source, depth: DEPTH }, (heard) => {
      if (heard.kind === "exercise") setPositions(heard.positions);
      if (heard.kind === "error") setVerdict({ error: heard.text });
    });
  }, [key]);
  if (!trees || (!positions && !verdict)) return html`<p class="loading" role="status">Loading…</p>`;
  if (!positions) return html`<p class="error" role="alert">${verdict.error}</p>`;
  const nodes = positions.map((each) => ({ ...each, cut: [] }));
  const given = (n) => answers[n] || {};
  const set = (n, name, value) => { setVerdict(null); setAnswers((old) => ({ ...old, [n]: { ...old[n], [name]: value } })); };
  const check = (event) => {
    event.preventDefault();
    const rows = Object.entries(answers).map(([n, each]) => [Number(n), each.value ?? "", each.low ?? "", each.high ?? "", Boolean(each.cut)]);
    answer({ do: "check", ...source, depth: DEPTH, windows, answers: rows }).then(setVerdict, (error) => setVerdict({ error: error.message }));
  };
  const gone = (n) => n !== null && (given(n).cut || gone(nodes[n].parent));
  const state = (n) => ({
    on: !gone(n), value: nodes[n].value ?? (given(n).value || ""), tone: verdict?.number === n ? "wrong" : "",
    now: verdict?.number === n, window: windows && nodes[n].who && (given(n).low || given(n).high) ? [given(n).low || "?", given(n).high || "?"] : null,
  });
  const inner = nodes.map((node, n) => n).filter((n) => nodes[n].who);
  const kids = (n) => nodes.map((_, kid) => kid).filter((kid) => nodes[kid].parent === n);
  const name = (n) => (n === 0 ? "the root" : nodes[n].name);
  return html`<div class="stack">
    <section class="card" aria-label="the exercise">
      <div class="row bottom"><${Source} place=${chosen} go=${go} trees=${trees} position=${false}/>
        <label class="check"><input type="checkbox" checked=${windows} onChange=${(event) => go({ windows: event.target.checked ? "yes" : "" }, true)}/> windows too</label></div>
      <p class="soft">Search the tree from left to right with alpha-beta. At each position that you search, fill in the best value that is found there${windows ? " and the window with which it is entered (∞ or inf for no bound)" : ""}. Tick the actions that are pruned. The address of this page is the link to this exercise.</p>
    </section>
    <section class="card trees" aria-label="the tree"><${Tree} nodes=${nodes} root=${0} here=${verdict?.number ?? 0} opened=${new Set()} onOpen=${() => {}} state=${state} cuts=${() => false} label="the tree of the exercise"/></section>
    <form class="card exercise" aria-label="your answers" onSubmit=${check}>
      <div class="scroll"><table><thead><tr><th scope="col">position</th><th scope="col">moves</th>${windows && html`<th scope="col">from</th><th scope="col">to</th>`}<th scope="col">value</th><th scope="col">pruned actions</th></tr></thead><tbody>
      ${inner.map((n) => html`<tr key=${n} class=${`${gone(n) ? "gone" : ""}${verdict?.number === n ? " wrong" : ""}`}><th scope="row">${name(n)}</th><td>${nodes[n].who}</td>
        ${windows && ["low", "high"].map((end) => html`<td><input type="text" inputmode="text" size="4" aria-label=${`${end === "low" ? "lower" : "upper"} end of the window of ${name(n)}`} disabled=${gone(n)} value=${given(n)[end] ?? ""} onInput=${(event) => set(n, end, event.target.value)}/></td>`)}
        <td><input type="text" inputmode="text" size="4" aria-label=${`value of ${name(n)}`} disabled=${gone(n)} value=${given(n).value ?? ""} onInput=${(event) => set(n, "value", event.target.value)}/></td>
        <td>${kids(n).map((kid) => html`<label key=${kid} class="check"><input type="checkbox" disabled=${gone(n)} checked=${Boolean(given(kid).cut)} onChange=${(event) => set(kid, "cut", event.target.checked)}/> ${nodes[kid].name}</label>`)}</td></tr>`)}</tbody></table></div>
      <div class="row tools"><button type="submit" class="main">Check</button><button type="button" onClick=${() => { setAnswers({}); setVerdict(null); }}>Clear</button>
        <button type="button" onClick=${() => go({ view: "explain", tree: chosen.tree, searcher: "alpha-beta", beside: "", depth: String(DEPTH), step: "" })}>Show the search</button></div>
      <p class="sentence" role="status">${verdict && (verdict.error ? html`<span class="error">${verdict.error}</span>` : verdict.right ? html`<strong class="right">All right.</strong> You did what alpha-beta does.` : html`<strong>The first mistake:</strong> ${verdict.text}`)}</p>
    </form>
  </div>`;
}
