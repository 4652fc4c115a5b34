// Time: play, pause, step, speed, and the bar that leads back to any moment.

import { h, setText } from "./dom.js";
import { say } from "./feed.js";
import { layout, now, on } from "./store.js";

const SPEEDS = ["0.1", "0.25", "0.5", "1", "2", "4", "max"];

export function player(footer) {
  const button = (label, title, act) => h("button", { class: "icon", title, "aria-label": title, onclick: act }, label);
  const play = button("▶", "play or pause (space)", togglePlay);
  const back = button("‹", "one frame back (,)", () => stepBy(-1));
  const ahead = button("›", "one frame ahead (.)", () => stepBy(1));
  const ago = button("−10 s", "what was ten seconds ago (b)", () => say("back 10"));
  const speed = h("select", { title: "speed", onchange: () => say(`speed ${speed.value}`) }, SPEEDS.map((value) => h("option", { value }, value === "max" ? "max" : `${value} ×`)));
  const track = h("div", { class: "track", role: "slider", tabindex: "0", "aria-label": "time" });
  const done = h("div", { class: "done" }), marks = h("div", { class: "marks" }), knob = h("div", { class: "knob" });
  track.append(done, marks, knob);
  const time = h("span", { class: "number now" });
  const live = h("button", { class: "live", title: "back to the match (l)", onclick: () => say("live") }, "live");
  const find = h("input", { class: "find", placeholder: "find: BallPercept.seen", title: "press Enter for the next frame where this becomes true, Shift+Enter for the one before", "aria-label": "find" });
  find.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter" || !find.value.trim()) return;
    const reply = await say(`${layout.robot} ${event.shiftKey ? "previous" : "next"} ${find.value}`);
    find.classList.toggle("failed", !reply.ok);
  });
  footer.append(play, back, ahead, ago, speed, track, time, live, find);

  let dragged = null, pending = false;
  const at = (event) => {
    const box = track.getBoundingClientRect(), { start, end } = now.status;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return start + share * (end - start);
  };
  const go = async () => {
    if (pending || dragged === null) return;
    pending = true;
    const wanted = dragged;
    await say(`goto ${wanted.toFixed(3)}`);
    pending = false;
    if (dragged !== null && dragged !== wanted) go();
  };
  track.addEventListener("pointerdown", (event) => {
    if (!now.status?.can_look_back) return;
    track.setPointerCapture(event.pointerId);
    dragged = at(event);
    go();
    update();
  });
  track.addEventListener("pointermove", (event) => {
    if (dragged === null) return;
    dragged = at(event);
    go();
    update();
  });
  track.addEventListener("pointerup", () => setTimeout(() => { dragged = null; }, 120));
  const update = () => {
    const status = now.status;
    if (!status) return;
    const isNow = status.mode === "live" || status.mode === "robot";
    const shown = dragged ?? (isNow ? status.end : now.moment?.time ?? status.time);
    const share = status.end > status.start ? (shown - status.start) / (status.end - status.start) : 1;
    knob.style.left = done.style.width = `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`;
    setText(time, status.mode === "log" ? `${shown.toFixed(2)} / ${status.end.toFixed(1)} s` : `${shown.toFixed(2)} s`);
    setText(play, status.running ? "❚❚" : "▶");
    const wanted = status.speed === null ? "max" : String(status.speed);
    if (![...speed.options].some((option) => option.value === wanted)) speed.append(h("option", { value: wanted }, `${wanted} ×`));
    if (document.activeElement !== speed) speed.value = wanted;
    live.hidden = status.mode === "log" || status.mode === "robot";
    for (const part of [play, ahead, ago, speed]) part.disabled = status.mode === "robot";
    live.classList.toggle("on", status.mode === "live");
    live.disabled = status.mode === "live";
    back.disabled = find.hidden = isNow;
    track.classList.toggle("off", !status.can_look_back);
    track.title = status.can_look_back ? "" : "this is not recorded, so there is no way back";
    footer.classList.toggle("back", status.mode === "back");
  };
  const mark = () => {
    const { start, end } = now.status ?? { start: 0, end: 0 };
    if (end <= start) return;
    marks.replaceChildren(...now.events.slice(-200).map((event) =>
      h("i", { class: event.text.startsWith("goal") ? "goal" : event.source === "referee" ? "" : "note", style: `left:${(100 * (event.time - start)) / (end - start)}%`, title: `${event.time.toFixed(1)} s ${event.text}` })));
  };
  for (const name of ["status", "moment"]) on(name, update);
  on("events", mark);
  let marked = 0;
  on("status", () => { if (performance.now() - marked > 2000) { marked = performance.now(); mark(); } });
}

export function togglePlay() {
  say(now.status?.running ? "pause" : "play");
}

export function stepBy(frames) {
  say(`step ${frames}`);
}
