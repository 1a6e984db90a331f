// Where the reader is: the view, the game, the start, the moves and the settings. All of it stands in the address.
import { useEffect, useState } from "./preact.js";

const packed = (moves) => moves.map((move) => move.replaceAll("%", "%25").replaceAll("~", "%7E")).join("~");
const unpacked = (text) => (text ? text.split("~").map((move) => move.replaceAll("%7E", "~").replaceAll("%25", "%")) : []);

export function read(hash) {
  const [view, query] = hash.replace(/^#\/?/, "").split("?");
  const given = Object.fromEntries(new URLSearchParams(query || ""));
  const moves = unpacked(given.moves);
  const at = given.at === undefined ? moves.length : Math.max(0, Math.min(moves.length, Number(given.at) || 0));
  return { ...given, view: view || "play", game: given.game || "", start: given.start || "", moves, at };
}

export function address(place) {
  const { view, moves, at, ...rest } = place;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== "" && value !== undefined) query.set(name, value);
  if (moves.length) query.set("moves", packed(moves));
  if (at !== moves.length) query.set("at", at);
  return `#${view}?${query}`;
}

// The place, and `go(changes, replaces)`, which changes it. A step that `replaces` makes no entry in the history.
export function usePlace() {
  const [place, setPlace] = useState(() => read(location.hash));
  useEffect(() => {
    const moved = () => setPlace(read(location.hash));
    addEventListener("popstate", moved);
    addEventListener("hashchange", moved);
    return () => { removeEventListener("popstate", moved); removeEventListener("hashchange", moved); };
  }, []);
  const go = (changes, replaces = false) => {
    const now = read(location.hash);
    const next = { ...now, ...changes };
    if (changes.moves && changes.at === undefined) next.at = changes.moves.length;
    const to = address(next);
    if (to !== location.hash) history[replaces ? "replaceState" : "pushState"](null, "", to);
    setPlace(read(to));
  };
  return [place, go];
}

// The moves up to the position that is shown.
export const played = (place) => place.moves.slice(0, place.at);

// The place after one more action; it keeps the later moves if the action is the next of them.
export function after(place, action) {
  if (place.moves[place.at] === action) return { at: place.at + 1, moves: place.moves };
  return { moves: [...played(place), action], at: place.at + 1 };
}
