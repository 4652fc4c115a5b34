// The console: one line in, answers above it, Tab completes, arrows recall.

import { h } from "./dom.js";
import { complete, say } from "./feed.js";
import { layout, on, remember } from "./store.js";

const KEPT = 400; // lines of answers
const RECALLED = 200; // lines that were said

export function consoleView(section) {
  const output = h("div", { class: "output" });
  const input = h("input", { class: "line", placeholder: "help, get BallModel, set BallTracker…, ball 1 0.5", spellcheck: "false", autocomplete: "off", "aria-label": "console line" });
  const choices = h("div", { class: "choices" });
  section.append(output, choices, h("div", { class: "prompt" }, h("span", {}, "›"), input));
  const past = [];
  let place = 0;

  const print = (text, kind) => {
    for (const line of text.split("\n")) output.append(h("div", { class: kind }, line));
    while (output.childElementCount > KEPT) output.firstChild.remove();
    output.scrollTop = output.scrollHeight;
  };
  const run = async () => {
    const line = input.value.trim();
    input.value = "";
    choices.replaceChildren();
    if (!line) return;
    past.push(line);
    past.splice(0, past.length - RECALLED);
    place = past.length;
    if (line === "clear") return output.replaceChildren();
    print(line, "said");
    const reply = await say(line, { quiet: true });
    if (reply.text) print(reply.text, reply.ok ? "" : "failed");
    if (reply.ok && /^\s*((home|away) \d+ )?drawing /.test(line)) {
      const off = line.endsWith(" off"), names = reply.text.replace(/ (on|off)$/, "").split(", ");
      const kept = layout.drawings.filter((name) => !names.includes(name));
      remember({ drawings: off ? kept : [...kept, ...names], drawn: [...new Set([...layout.drawn, ...reply.robots])] });
    }
    if (reply.ok && /^robot /.test(line) && reply.robots.length === 1) remember({ robot: reply.robots[0] });
  };
  const tab = async () => {
    const reply = await complete(input.value);
    const words = reply.words ?? [];
    const start = input.value.slice(0, input.value.length - (input.value.match(/\S*$/)?.[0].length ?? 0));
    let common = words[0] ?? "";
    for (const word of words) while (!word.startsWith(common)) common = common.slice(0, -1);
    if (words.length === 1) input.value = `${start}${words[0]} `;
    else if (common) input.value = start + common;
    choices.replaceChildren(...(words.length > 1 ? words.slice(0, 40) : []).map((word) =>
      h("button", { class: "chip", onclick: () => { input.value = `${start}${word} `; choices.replaceChildren(); input.focus(); } }, word)));
  };
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") run();
    else if (event.key === "Tab") { event.preventDefault(); tab(); }
    else if (event.key === "Escape") remember({ consoleOpen: false });
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      place = Math.min(past.length, Math.max(0, place + (event.key === "ArrowUp" ? -1 : 1)));
      input.value = past[place] ?? "";
    }
  });
  const show = () => {
    section.hidden = !layout.consoleOpen;
    if (layout.consoleOpen) input.focus();
  };
  on("layout.consoleOpen", show);
  show();
}
