// The bar of time: drag to any moment; events as marks with labels; what is under the cursor.

import { clock, h } from "./dom.js";
import { run } from "./feed.js";
import { now, on } from "./store.js";
import { Thumbnail } from "./thumbnail.js";

const MARKED = 400; // events
const MARKED_EVERY = 2000; // ms
const NEAR = 8; // px, of events from the cursor
const LISTED = 4;
const GOAL = /^goal for (\w+).*: (\d+) : (\d+)$/;
const UNLABELLED = /^(ball free|whistle|(home|away) \d+: )/;
const LETTER = 6; // px, at most, of a label
const LETTERS = 24;
const KEY_STEP = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 }; // s

export function timeTrack() {
  const track = new TimeTrack();
  return { element: track.element, update: () => track.update(), shown: () => track.shown() };
}

class TimeTrack {
  constructor() {
    Object.assign(this, { dragged: null, going: false, markedAt: 0 });
    this.done = h("div", { class: "done" });
    this.marks = h("div", { class: "marks" });
    this.knob = h("div", { class: "knob" });
    this.thumbnail = new Thumbnail();
    this.words = h("div", {});
    this.peek = h("div", { class: "peek", hidden: true }, this.thumbnail.element, this.words);
    this.element = h(
      "div",
      { class: "track", role: "slider", tabindex: "0", "aria-label": "time" },
      this.done,
      this.marks,
      this.knob,
      this.peek,
    );
    const listen = (name, act) => this.element.addEventListener(name, act);
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.move(event));
    listen("pointerup", () => setTimeout(() => (this.dragged = null), 120));
    listen("pointerleave", () => (this.peek.hidden = true));
    listen("keydown", (event) => this.key(event));
    for (const name of ["events", "beside events"]) on(name, () => this.mark());
    new ResizeObserver(() => this.mark()).observe(this.element);
  }

  shown() {
    const { status, moment } = now;
    if (this.dragged !== null) return this.dragged;
    return ["live", "robot"].includes(status.mode) ? status.end : (moment?.time ?? status.time);
  }

  update() {
    const { start, end, can_look_back: possible } = now.status,
      time = this.shown();
    const part = end > start ? Math.min(1, Math.max(0, (time - start) / (end - start))) : 1;
    this.knob.style.left = this.done.style.width = `${(100 * part).toFixed(2)}%`;
    this.element.classList.toggle("off", !possible);
    this.element.title = possible ? "" : "this is not recorded, so there is no way back";
    for (const [name, value] of [
      ["valuemin", start],
      ["valuemax", end],
      ["valuenow", time],
    ])
      this.element.setAttribute(`aria-${name}`, value.toFixed(2));
    if (performance.now() - this.markedAt > MARKED_EVERY) this.mark();
  }

  at(event) {
    const box = this.element.getBoundingClientRect(),
      { start, end } = now.status;
    return start + Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (end - start);
  }

  down(event) {
    if (!now.status?.can_look_back) return;
    this.element.setPointerCapture(event.pointerId);
    this.go(this.at(event));
  }

  move(event) {
    if (!now.status) return;
    if (this.dragged !== null && event.buttons) this.go(this.at(event));
    this.hover(event);
  }

  // Only the newest request is kept: while one is answered, later ones replace each other.
  async go(time) {
    this.dragged = time;
    this.update();
    if (this.going) return;
    this.going = true;
    let asked = null;
    while (this.dragged !== null && asked !== this.dragged) {
      asked = this.dragged;
      await run(`goto ${asked.toFixed(3)}`);
    }
    this.going = false;
  }

  key(event) {
    const step = KEY_STEP[event.key];
    if (!step || !now.status?.can_look_back) return;
    event.preventDefault();
    event.stopPropagation();
    run(`goto ${Math.max(0, this.shown() + step).toFixed(3)}`);
  }

  hover(event) {
    const { start, end } = now.status,
      time = this.at(event),
      width = this.element.clientWidth;
    const near = now.events
      .filter((other) => Math.abs(((other.time - time) / (end - start || 1)) * width) < NEAR)
      .slice(-LISTED);
    this.peek.hidden = end <= start;
    this.thumbnail.show(time);
    this.words.replaceChildren(
      h("div", { class: "number" }, `${time.toFixed(2)} s · ${clock(time)}`),
      ...near.map(({ text }) => h("div", { class: "events" }, text)),
    );
    this.peek.style.left = `${Math.min(width - 90, Math.max(90, event.clientX - this.element.getBoundingClientRect().left))}px`;
  }

  mark() {
    const { start, end } = now.status ?? { start: 0, end: 0 };
    if (end <= start) return;
    this.markedAt = performance.now();
    const place = (time) => `left:${((100 * (time - start)) / (end - start)).toFixed(2)}%`;
    const events = now.events.slice(-MARKED);
    const length = this.element.clientWidth / (end - start);
    const labels = labelled(events, (time) => (time - start) * length);
    const beside = (now.beside?.events ?? []).slice(-MARKED),
      shift = now.beside?.status?.shift ?? 0;
    this.marks.replaceChildren(
      ...beside.map((event) =>
        h("i", { class: `beside ${kindOf(event)}`, style: place(event.time - shift) }),
      ),
      ...events.map((event) => h("i", { class: kindOf(event), style: place(event.time) })),
      ...labels.map(([event, text]) => h("b", { class: kindOf(event), style: place(event.time) }, text)),
    );
  }
}

// Events with their labels, as far as there is room: goals first, then notes, then states of the game.
function labelled(events, pixel) {
  const order = ["goal", "note", ""];
  const wanted = events
    .filter((event) => order.includes(kindOf(event)) && !UNLABELLED.test(event.text))
    .sort((one, other) => order.indexOf(kindOf(one)) - order.indexOf(kindOf(other)));
  const placed = [];
  for (const event of wanted) {
    const text = labelOf(event),
      middle = pixel(event.time),
      half = (text.length * LETTER) / 2;
    if (placed.some((other) => Math.abs(middle - other.middle) < half + other.half)) continue;
    placed.push({ event, text, middle, half });
  }
  return placed.map(({ event, text }) => [event, text]);
}

function labelOf({ text }) {
  const goal = GOAL.exec(text);
  const label = goal ? `${goal[2]}:${goal[3]}` : text.replace(/^playing: /, "");
  return label.length > LETTERS ? `${label.slice(0, LETTERS - 1)}…` : label;
}

function kindOf({ source, text }) {
  if (text.startsWith("goal")) return "goal";
  if (source !== "referee") return "note";
  return /^(home|away) \d+: (?!back)/.test(text) ? "penalty" : "";
}
