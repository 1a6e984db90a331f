"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.getElementById("games");
  const NS = "http://www.w3.org/2000/svg";
  const make = (tag, attributes = {}, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };
  const draw = (tag, attributes, text = "") => {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };

  // The shapes come from advsearch/drawing/boards.py: [name, attributes, text].
  const group = (shapes, attributes) => {
    const element = draw("g", attributes);
    for (const [name, given, text] of shapes) element.append(draw(name, given, text));
    return element;
  };
  const board = (picture) => {
    const { width, height, below, cells } = data.geometry;
    const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "board", role: "img" });
    svg.append(group(below, {}));
    cells.forEach(([x, y], n) => svg.append(group(data.pictures[picture[n]], { transform: `translate(${x} ${y})` })));
    return svg;
  };

  const left = make("div");
  const filter = make("input", { id: "filter", placeholder: "filter: a name, an ending, an action…", "aria-label": "filter games" });
  const list = make("ul", { id: "list" });
  const right = make("div", { "aria-live": "polite" });
  left.append(filter, list);
  root.append(left, right);

  let game = null;
  let ply = 0;

  const show = () => {
    const focused = [...right.querySelectorAll("button")].indexOf(document.activeElement);
    render();
    right.querySelectorAll("button")[focused]?.focus(); // so that a button can be pressed repeatedly
  };
  const render = () => {
    right.textContent = "";
    if (!game) return;
    right.append(make("strong", {}, `${game.first} – ${game.second}   ${game.result}, ${game.ending}`));
    if (game.detail) right.append(make("p", { class: "detail" }, `${game.fault || ""} ${game.detail}`.trim()));
    if (game.frames.length) {
      const picture = [];
      for (const [, changes] of game.frames.slice(0, ply + 1)) {
        for (const [n, number] of changes) picture[n] = number;
      }
      right.append(make("p", {}, game.frames[ply][0]), board(picture));
    }
    const nav = make("nav");
    for (const [text, target, name] of [["|◀", 0, "to the start"], ["◀", ply - 1, "back"], ["▶", ply + 1, "on"], ["▶|", game.actions.length, "to the end"]]) {
      const button = make("button", { title: `${name} (arrow keys, Home, End)`, "aria-label": name }, text);
      button.addEventListener("click", () => go(target));
      nav.append(button);
    }
    right.append(nav);
    const plies = make("p", { class: "plies" });
    game.actions.forEach((action, n) => {
      const move = game.moves[n - game.opening];
      const title = move ? `${move[0]}: ${move[1]} s${move[2] === null ? "" : `, depth ${move[2]}`}${move[3] === null ? "" : `, ${move[3]}`}` : "given opening";
      const button = make("button", { title, class: move ? "" : "given", "aria-current": String(n + 1 === ply) }, action);
      button.addEventListener("click", () => go(n + 1));
      plies.append(button);
    });
    right.append(plies);
  };
  const go = (target) => {
    ply = Math.max(0, Math.min(game.actions.length, target));
    show();
  };
  const open = (chosen, button) => {
    for (const other of list.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    button.setAttribute("aria-current", "true");
    game = chosen;
    go(game.actions.length);
  };
  const fill = () => {
    list.textContent = "";
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const each of data.games) {
      const text = `${each.first} ${each.second} ${each.result} ${each.ending} ${each.actions.join(" ")}`.toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
      const item = make("li");
      const button = make("button", each === game ? { "aria-current": "true" } : {}, `${each.first} – ${each.second} `);
      button.append(make("small", {}, `${each.result}, ${each.actions.length} plies${each.ending === "normal" ? "" : `, ${each.ending}`}`));
      button.addEventListener("click", () => open(each, button));
      item.append(button);
      list.append(item);
    }
    if (!list.children.length) list.append(make("li", { class: "nothing" }, "no such game"));
  };
  filter.addEventListener("input", fill);
  document.addEventListener("keydown", (event) => {
    if (!game || event.target === filter) return;
    const step = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.actions.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  });
  fill();
  const first = list.querySelector("button");
  if (first) first.click();
})();
