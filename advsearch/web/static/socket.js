// One socket for the page. Questions that are open when the connection breaks are asked again in the next one.
import { useEffect, useLayoutEffect, useRef, useState } from "./preact.js";

const open = new Map();
const watchers = new Set();
let socket = null;
let number = 0;
let wait = 250;
let connected = false;

const send = (message) => { if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message)); };
const noticed = (now) => { connected = now; for (const watch of watchers) watch(now); };

function connect() {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.onopen = () => {
    wait = 250;
    noticed(true);
    for (const [id, { message }] of open) send({ ...message, id });
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    const asked = open.get(message.id);
    if (!asked) return;
    if (message.kind === "done") open.delete(message.id);
    asked.hear(message);
  };
  socket.onclose = () => {
    noticed(false);
    setTimeout(connect, wait);
    wait = Math.min(4000, wait * 2);
  };
}
connect();

// Asks a question. `hear` gets every answer; the last is of the kind `done`. Returns a function that ends the question.
export function ask(message, hear) {
  const id = ++number;
  open.set(id, { message, hear });
  send({ ...message, id });
  return () => { if (open.delete(id)) send({ id, do: "stop" }); };
}

// Asks a question with one answer.
export const answer = (message) => new Promise((resolve, reject) => {
  ask(message, (heard) => {
    if (heard.kind === "error") reject(new Error(heard.text));
    else if (heard.kind !== "building" && heard.kind !== "built") resolve(heard);
  });
});

export function useConnected() {
  const [now, setNow] = useState(true);
  useEffect(() => {
    const late = setTimeout(() => { if (!connected) setNow(false); }, 1500);
    const watch = (state) => setNow(state);
    watchers.add(watch);
    return () => { clearTimeout(late); watchers.delete(watch); };
  }, []);
  return now;
}

const known = new Map();
const MOST = 400;

function remember(key, value) {
  known.delete(key);
  known.set(key, value);
  if (known.size > MOST) known.delete(known.keys().next().value);
}

// The answer to a question about a position. While it is on its way, the last answer is kept, as `stale`.
export function usePosition(game, start, moves) {
  const key = JSON.stringify([game, start, moves]);
  const [state, setState] = useState({ key: "", data: null, error: "", building: "" });
  const wanted = useRef("");
  wanted.current = key;
  useLayoutEffect(() => {
    if (!game) return undefined;
    if (known.has(key)) { // another part of the page may have had the answer after this one was drawn
      setState({ key, data: known.get(key), error: "", building: "" });
      return undefined;
    }
    return ask({ do: "position", game, start, moves }, (heard) => {
      if (heard.kind === "position") remember(key, heard);
      if (wanted.current !== key) return;
      if (heard.kind === "position") setState({ key, data: heard, error: "", building: "" });
      if (heard.kind === "error") setState((old) => ({ ...old, key, error: heard.text, building: "" }));
      if (heard.kind === "building") setState((old) => ({ ...old, building: heard.label }));
    });
  }, [key]);
  if (known.has(key)) return { data: known.get(key), key, stale: false, error: "", building: "" };
  return { ...state, stale: state.key !== key, error: state.key === key ? state.error : "" };
}
