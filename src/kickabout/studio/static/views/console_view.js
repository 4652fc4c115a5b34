// The console: one line in, answers above it, Tab completes, arrows recall.

import { h } from "../page/dom.js";
import { complete, run } from "../page/feed.js";
import { choices, choose } from "../page/store.js";

const KEPT = 400; // lines of answers
const RECALLED = 200; // lines that were entered
const OFFERED = 40; // completions
const INTRODUCTION = [
  "help lists the commands, help WORD explains some; Tab completes, ↑ recalls.",
  "A line that begins with a robot, such as home 2 get BallModel, is for that robot.",
];
const past = []; // of all consoles

export function consoleView() {
  const console = new Console();
  return { element: console.element, focus: () => console.input.focus() };
}

class Console {
  constructor() {
    this.place = past.length;
    this.output = h("div", { class: "output" }, INTRODUCTION.map((text) => h("div", { class: "muted" }, text)));
    this.input = h("input", {
      class: "line",
      placeholder: "help, get BallModel, set WalkEngine…, ball 1 0.5",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": "console line",
    });
    this.choices = h("div", { class: "choices" });
    this.element = h(
      "div",
      { class: "console" },
      this.output,
      this.choices,
      h("div", { class: "prompt" }, h("span", {}, "›"), this.input),
    );
    this.input.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    event.stopPropagation();
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Enter") this.enter();
    else if (event.key === "Escape") this.input.blur();
    else if (event.key === "Tab" && !event.shiftKey && this.input.value) {
      event.preventDefault();
      this.complete();
    } else if (step) {
      event.preventDefault();
      this.place = Math.min(past.length, Math.max(0, this.place + step));
      this.input.value = past[this.place] ?? "";
    }
  }

  print(text, kind) {
    for (const line of text.split("\n")) this.output.append(h("div", { class: kind }, line));
    while (this.output.childElementCount > KEPT) this.output.firstChild.remove();
    this.output.scrollTop = this.output.scrollHeight;
  }

  async enter() {
    const line = this.input.value.trim();
    this.input.value = "";
    this.choices.replaceChildren();
    if (!line) return;
    past.push(line);
    past.splice(0, past.length - RECALLED);
    this.place = past.length;
    if (line === "clear") return this.output.replaceChildren();
    this.print(line, "said");
    const reply = await run(line, { quiet: true });
    if (reply.text) this.print(reply.text, reply.ok ? "" : "failed");
    if (reply.ok) followed(line, reply);
  }

  async complete() {
    const { words = [] } = await complete(this.input.value);
    const start = this.input.value.replace(/\S*$/, "");
    let common = words[0] ?? "";
    for (const word of words) while (!word.startsWith(common)) common = common.slice(0, -1);
    if (words.length === 1) this.input.value = `${start}${words[0]} `;
    else if (common) this.input.value = start + common;
    const offered = words.length > 1 ? words.slice(0, OFFERED) : [];
    this.choices.replaceChildren(
      ...offered.map((word) => h("button", { class: "chip", onclick: () => this.take(start + word) }, word)),
    );
  }

  take(text) {
    this.input.value = `${text} `;
    this.choices.replaceChildren();
    this.input.focus();
  }
}

// What a command changes in the page itself: drawings, and the chosen robot.
function followed(line, reply) {
  if (/^\s*((home|away) \d+ )?drawing /.test(line)) {
    const names = reply.text.replace(/ (on|off)$/, "").split(", ");
    const kept = choices.drawings.filter((name) => !names.includes(name));
    const drawings = line.endsWith(" off") ? kept : [...kept, ...names];
    choose({ drawings, drawn: [...new Set([...choices.drawn, ...reply.robots])] });
  }
  if (/^robot /.test(line) && reply.robots.length === 1) choose({ robot: reply.robots[0] });
}
