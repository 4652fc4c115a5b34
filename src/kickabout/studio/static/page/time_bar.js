// Time: play, pause, step, speed, search, and the bar that leads back to any moment.

import { button, h, setText } from "./dom.js";
import { run } from "./feed.js";
import { BESIDE, choices, FIRST, now, on } from "./store.js";
import { timeTrack } from "./time_track.js";

const SPEEDS = ["0.1", "0.25", "0.5", "1", "2", "4", "max"];

export function timeBar(footer) {
  const play = button("▶", "play or pause (space)", togglePlay);
  const back = button("‹", "one frame back (,)", () => stepBy(-1)),
    ahead = button("›", "one frame ahead (.)", () => stepBy(1));
  const ago = button("−10 s", "what was ten seconds ago (b)", () => run("back 10"));
  const speed = speedSelect(),
    track = timeTrack(),
    find = searchInput();
  const time = h("span", { class: "number now" });
  const live = h(
    "button",
    { class: "live", title: "back to the match (l)", onclick: () => run("live") },
    "live",
  );
  const factor = h("span", { class: "muted number factor" });
  const shift = now.beside ? shiftInput() : null;
  footer.append(
    ...[play, back, ahead, ago, speed.element, factor, track.element, time, shift, live, find].filter(Boolean),
  );
  const update = () => {
    const { status } = now;
    if (!status) return;
    const isNow = ["live", "robot"].includes(status.mode),
      shown = track.shown();
    setText(
      time,
      status.mode === "log" ? `${shown.toFixed(2)} / ${status.end.toFixed(1)} s` : `${shown.toFixed(2)} s`,
    );
    setText(play, status.running ? "❚❚" : "▶");
    live.hidden = ["log", "robot"].includes(status.mode);
    for (const part of [play, ahead, ago, speed.element]) part.disabled = status.mode === "robot";
    live.classList.toggle("on", status.mode === "live");
    live.disabled = status.mode === "live";
    back.disabled = find.hidden = isNow;
    footer.classList.toggle("back", status.mode === "back");
    setText(factor, pace(status));
    factor.classList.toggle("compiling", status.compiling !== null);
    speed.update();
    track.update();
  };
  for (const name of ["status", "moment"]) on(name, update);
}

function pace({ compiling, running, factor, mode }) {
  if (compiling !== null) return `compiling for the first time: ${compiling} kernels so far`;
  return running && factor && mode === "live" ? `${factor.toFixed(2)} × real time` : "";
}

function speedSelect() {
  const words = (value) => (value === "max" ? "max" : `${value} ×`);
  const element = h(
    "select",
    { title: "speed", "aria-label": "speed", onchange: () => run(`speed ${element.value}`) },
    SPEEDS.map((value) => h("option", { value }, words(value))),
  );
  const update = () => {
    const chosen = now.status.speed === null ? "max" : String(now.status.speed);
    if (![...element.options].some(({ value }) => value === chosen))
      element.append(h("option", { value: chosen }, words(chosen)));
    if (document.activeElement !== element) element.value = chosen;
  };
  return { element, update };
}

// How many seconds later the recording beside is shown.
function shiftInput() {
  const input = h("input", {
    type: "number",
    step: "0.1",
    "aria-label": "shift of the recording beside",
    onchange: () => run(`${now.beside.key}shift ${Number(input.value) || 0}`),
  });
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") input.blur();
  });
  on("beside status", () => {
    if (document.activeElement !== input) input.value = Number(now.beside.status.shift.toFixed(2));
  });
  return h(
    "label",
    { class: "shift", title: `seconds by which ${BESIDE} is shown later than ${FIRST}` },
    `${BESIDE} − ${FIRST} `,
    input,
    " s",
  );
}

function searchInput() {
  const find = h("input", {
    class: "find",
    placeholder: "find: BallPercept.seen",
    title: "press Enter for the next frame where this becomes true, Shift+Enter for the one before",
    "aria-label": "find",
  });
  find.addEventListener("keydown", async (event) => {
    event.stopPropagation();
    if (event.key === "Escape") find.blur();
    if (event.key !== "Enter" || !find.value.trim()) return;
    const reply = await run(`${choices.robot} ${event.shiftKey ? "previous" : "next"} ${find.value}`);
    find.classList.toggle("failed", !reply.ok);
  });
  return find;
}

export function togglePlay() {
  run(now.status?.running ? "pause" : "play");
}

export function stepBy(frames) {
  run(`step ${frames}`);
}
