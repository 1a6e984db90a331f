// The page: its header, and the view that the address names.
import { html, render, useEffect, useState } from "./preact.js";
import { usePlace } from "./place.js";
import { ask, useConnected } from "./socket.js";
import { Choice, Tool } from "./parts.js";
import { Analyse } from "./analyse.js";
import { Exercise } from "./exercise.js";
import { Explain } from "./explain.js";
import { Play } from "./play.js";
import { Tournaments } from "./tournaments.js";

const VIEWS = { play: ["Play", Play], analyse: ["Analyse", Analyse], explain: ["Explain", Explain], exercise: ["Exercise", Exercise], tournaments: ["Tournaments", Tournaments] };
// The game as readers know it: a file without its folders.
const named = (game) => game.replace(/^[^(]*\//, "");
const THEMES = ["", "light", "dark"];

function useTheme() {
  const [theme, setTheme] = useState(localStorage.getItem("theme") || "");
  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    localStorage.setItem("theme", theme);
  }, [theme]);
  return [theme, () => setTheme((now) => THEMES[(THEMES.indexOf(now) + 1) % THEMES.length])];
}

function useGames() {
  const [offered, setOffered] = useState({ games: [] });
  useEffect(() => {
    let gone = false;
    const load = () => fetch("/api/games").then((response) => response.json()).then((all) => !gone && setOffered(all)).catch(() => setTimeout(load, 1000));
    load();
    return () => { gone = true; };
  }, []);
  return offered;
}

function useAbout(game) {
  const [about, setAbout] = useState({});
  useEffect(() => {
    if (!game) return undefined;
    return ask({ do: "about", game }, (heard) => {
      if (heard.kind === "about") setAbout(heard);
      if (heard.kind === "error") setAbout({ game, error: heard.text });
      if (heard.kind === "building") setAbout((old) => (old.game === game ? old : { building: heard.label }));
    });
  }, [game]);
  return about.game === game || about.building ? about : {};
}

function Page() {
  const [found, go] = usePlace();
  const place = Object.hasOwn(VIEWS, found.view) ? found : { ...found, view: "play" };
  const [theme, next] = useTheme();
  const { games, trees, tournament } = useGames();
  const views = Object.entries(VIEWS).filter(([view]) => view !== "tournaments" || tournament);
  const connected = useConnected();
  const game = games.includes(place.game) ? place.game : games[0] || "";
  const about = useAbout(game);
  useEffect(() => { if (game && game !== place.game) go({ game, start: "", moves: [], at: 0 }, true); }, [game, place.game]);
  const [title, View] = VIEWS[place.view];
  useEffect(() => { document.title = game ? `${about.title || game} · ${title} · advsearch` : "advsearch"; }, [game, title, about.title]);
  const aside = ["exercise", "tournaments"].includes(place.view) || (place.view === "explain" && place.tree); // of no game
  return html`
    <a class="skip" href="#content" onClick=${(event) => { event.preventDefault(); document.getElementById("content").focus(); }}>To the content</a>
    <header>
      <span class="brand"><img src="/icon.svg" alt="" width="26" height="26"/>advsearch</span>
      <nav aria-label="views">${views.map(([view, [text]]) => html`<button type="button" key=${view} aria-current=${view === place.view ? "page" : null} onClick=${() => go({ view })}>${text}</button>`)}</nav>
      <div class="row end">
        ${games.length > 0 && html`<${Choice} hidden label="game" value=${game} options=${games.map((each) => [each, named(each)])} onChange=${(name) => go({ game: name, start: "", moves: [], at: 0 })}/>`}
        <${Tool} icon="theme" label=${`Theme: ${theme || "as the system"}`} onClick=${next}/>
      </div>
    </header>
    ${!connected && html`<p class="banner" role="alert">The server does not answer. The page goes on as soon as it is back.</p>`}
    <main id="content" tabindex="-1">
      <h1>${title}${about.title && !aside ? html` <span class="soft">${about.title}</span>` : ""}</h1>
      ${about.error ? html`<p class="error" role="alert">${about.error}</p>` : html`<${View} key=${`${place.view} ${game}`} place=${{ ...place, game }} trees=${trees} games=${games} go=${go} about=${about.game ? about : null} building=${about.building}/>`}
    </main>`;
}

render(html`<${Page}/>`, document.getElementById("page"));
