// Key-frame motions as text, with the robot doing what is written.

import { h, setText } from "../page/dom.js";
import { keepMotion, motion, showMotion } from "../page/feed.js";
import { choices, now } from "../page/store.js";
import { Scene } from "../scene/scene.js";

const STARTS = [
  ["", "in the air"],
  ["standing", "in physics, from standing"],
  ["front", "in physics, lying on the front"],
  ["back", "in physics, lying on the back"],
  ["left", "in physics, lying on the left"],
  ["right", "in physics, lying on the right"],
];
const TYPING = 400; // ms without a key before the text is read

export function motionEditor(panel) {
  const editor = new MotionEditor(panel);
  return { element: editor.element, refresh: () => editor.open(), dispose: () => editor.dispose() };
}

class MotionEditor {
  constructor(panel) {
    Object.assign(this, { panel, shown: null, time: 0, playing: true, asked: 0, loaded: false, last: 0 });
    this.list = h("div", { class: "scroll" });
    this.text = h("textarea", {
      spellcheck: "false",
      "aria-label": "text of the motion",
      oninput: () => this.typed(),
    });
    this.complaint = h("p", { class: "complaint good" }, "");
    this.name = h("input", { "aria-label": "name", size: 18, placeholder: "name", class: "grow" });
    this.bar = h("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.001,
      value: 0,
      "aria-label": "time",
      oninput: () => this.scrub(Number(this.bar.value)),
    });
    this.button = h(
      "button",
      {
        class: "icon",
        "data-do": "motion play",
        title: "play or pause",
        onclick: () => (this.playing = !this.playing),
      },
      "▶",
    );
    this.seconds = h("span", { class: "muted number" }, "");
    this.start = h(
      "select",
      {
        "aria-label": "how it is shown",
        onchange: () => {
          this.panel.keep({ start: this.start.value });
          this.panel.parameters.start = this.start.value;
          this.show();
        },
      },
      STARTS.map(([value, title]) => h("option", { value }, title)),
    );
    this.start.value = panel.setting("start") ?? "";
    this.frames = h("div", { class: "frames" });
    this.canvas = h("canvas", { class: "preview", "aria-label": "preview" });
    this.element = h(
      "div",
      { class: "motion-editor" },
      h("nav", { class: "motion-list" }, this.list),
      h(
        "div",
        { class: "column" },
        h(
          "div",
          { class: "toolbar" },
          this.name,
          h(
            "button",
            {
              class: "action",
              "data-do": "keep motion",
              title: "saves to your own folder of motions",
              onclick: () => this.keep(),
            },
            "save",
          ),
        ),
        this.text,
        this.complaint,
      ),
      h(
        "div",
        { class: "column" },
        h("div", { class: "toolbar" }, this.start),
        h("div", { class: "pane grow" }, this.canvas),
        h("div", { class: "toolbar" }, this.button, this.bar, this.seconds),
        this.frames,
      ),
    );
    panel.on("theme", () => this.scene?.theme(choices.theme));
    this.turning();
    this.request = requestAnimationFrame((at) => this.loop(at));
  }

  async open() {
    if (this.loaded) return;
    const reply = await motion();
    if (!reply.ok) return;
    this.loaded = true;
    this.body = reply.body;
    this.listed(reply.names);
    await this.choose(
      reply.names.includes(this.panel.setting("motion")) ? this.panel.setting("motion") : reply.names[0],
    );
  }

  listed(names) {
    this.list.replaceChildren(
      ...names.map((name) =>
        h("button", { class: "item", "data-motion": name, onclick: () => this.choose(name) }, name),
      ),
    );
  }

  async choose(name) {
    const reply = await motion(name);
    if (!reply.ok) return this.complain(reply.text);
    this.panel.keep({ motion: name });
    this.panel.parameters.motion = name;
    this.name.value = name;
    this.text.value = reply.source;
    for (const item of this.list.children) item.setAttribute("aria-current", item.dataset.motion === name);
    await this.show();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), TYPING);
  }

  async show() {
    const number = ++this.asked;
    const reply = await showMotion(this.name.value || "unnamed", this.text.value, this.start.value || null);
    if (number !== this.asked) return;
    if (!reply.ok) return this.complain(reply.text);
    this.shown = reply.shown;
    this.complaint.dataset.start = this.start.value || "air";
    this.time = 0;
    const length = this.shown.frames.reduce((sum, frame) => sum + frame.seconds, 0);
    this.complain(
      `${this.shown.frames.length} frames, ${length.toFixed(2)} s; shown ${this.length().toFixed(2)} s`,
      true,
    );
    this.frames.replaceChildren(
      ...this.shown.frames.map((frame, index) =>
        h(
          "span",
          {
            style: `flex:${frame.seconds}`,
            title: `frame ${index + 1}, ${frame.seconds} s`,
            onclick: () => this.toFrame(index),
          },
          frame.label || String(index + 1),
        ),
      ),
    );
  }

  complain(text, good = false) {
    setText(this.complaint, text);
    this.complaint.classList.toggle("good", good);
  }

  async keep() {
    const reply = await keepMotion(this.name.value, this.text.value);
    this.complain(reply.text, reply.ok);
    if (!reply.ok) return;
    const names = await motion();
    if (names.ok) this.listed(names.names);
  }

  length() {
    return this.shown ? this.shown.interval * (this.shown.steps.length - 1) : 0;
  }

  scrub(share) {
    this.playing = false;
    this.time = share * this.length();
  }

  toFrame(index) {
    const at = this.shown.at.findIndex((frame) => frame >= index);
    this.scrub(this.length() ? (at * this.shown.interval) / this.length() : 0);
  }

  // Drag turns the camera, the wheel zooms.
  turning() {
    let held = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      held = [event.offsetX, event.offsetY];
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointerup", () => (held = null));
    this.canvas.addEventListener("pointermove", (event) => {
      if (!held) return;
      this.scene?.view.turn((event.offsetX - held[0]) * 0.006, (event.offsetY - held[1]) * 0.006);
      held = [event.offsetX, event.offsetY];
    });
    this.canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.scene?.view.zoom(Math.exp(event.deltaY * 0.0012));
      },
      { passive: false },
    );
  }

  loop(at) {
    const passed = Math.min(0.1, (at - this.last) / 1000);
    this.last = at;
    if (this.panel.shown && this.shown && this.canvas.clientWidth) this.paint(passed);
    this.request = requestAnimationFrame((next) => this.loop(next));
  }

  paint(passed) {
    if (!this.scene && !this.made()) return;
    if (this.playing) this.time = this.time + passed > this.length() + 0.5 ? 0 : this.time + passed;
    const index = Math.min(this.shown.steps.length - 1, Math.round(this.time / this.shown.interval));
    const step = Float32Array.from(this.shown.steps[index]);
    this.scene.view.target = [step[0], step[1], 0.22];
    const ball = Float32Array.from([...step.subarray(-3), 1, 0, 0, 0]);
    this.scene.draw(
      { ball, robots: [{ torso: step.subarray(0, 7), joints: step.subarray(7, -3) }] },
      { labels: false },
    );
    setText(this.button, this.playing ? "❚❚" : "▶");
    setText(this.seconds, `${Math.min(this.time, this.length()).toFixed(2)} s`);
    this.bar.value = this.length() ? Math.min(1, this.time / this.length()) : 0;
    [...this.frames.children].forEach((frame, number) =>
      frame.setAttribute(
        "aria-current",
        number === Math.min(this.shown.at[index], this.frames.children.length - 1),
      ),
    );
  }

  made() {
    try {
      this.scene = new Scene(this.canvas, { ...now.stage, ...this.body });
    } catch (error) {
      this.complain(`No 3-D view: ${error.message}.`);
      this.shown = null;
      return false;
    }
    this.scene.theme(choices.theme);
    Object.assign(this.scene.view, { yaw: -0.9, pitch: 0.25, distance: 1.7 });
    return true;
  }

  dispose() {
    cancelAnimationFrame(this.request);
    this.scene?.dispose();
  }
}
