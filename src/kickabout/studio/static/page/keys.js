// The keyboard: everything the page can do, and the list of it.

import { layoutNames } from "../workbench/layout_bar.js";
import { openPanel, theBench } from "../workbench/bench.js";
import { openPalette } from "../workbench/palette.js";
import { h } from "../page/dom.js";
import { run } from "./feed.js";
import { toggleTheme } from "./header.js";
import { choices, choose, isRobot, now, ownName } from "./store.js";
import { stepBy, togglePlay } from "./time_bar.js";

const FOLLOWED = ["free", "ball", "robot"];

// Key, what the list says of it, what it does.
const KEYS = [
  [
    "Time",
    [
      [" ", "play or pause", togglePlay, "Space"],
      [",", "one frame back", () => stepBy(-1)],
      [".", "one frame ahead", () => stepBy(1)],
      ["b", "what was ten seconds ago", () => run("back 10")],
      ["l", "back to the match", () => run("live")],
      [
        "/",
        "search for the moment at which a condition becomes true",
        () => document.querySelector(".find").focus(),
      ],
    ],
  ],
  [
    "Robots",
    [
      [null, "choose a player of the home team", null, "1 … 9"],
      [null, "choose a player of the away team", null, "Shift+1 … 9"],
      ["n", "the next robot", () => nextRobot(1)],
      ["N", "the robot before", () => nextRobot(-1), "Shift+N"],
    ],
  ],
  [
    "Panels",
    [
      ["a", "add or find anything: panels, layouts, robots", () => openPalette(theBench())],
      ["c", "console", () => openPanel("console").view.focus()],
      ["[", "the panel before", () => theBench().nextTab(-1)],
      ["]", "the next panel", () => theBench().nextTab(1)],
      ["z", "more room for a panel, or less again", () => theBench().maximize()],
      ["s", "the panel once more, beside", () => theBench().split("right")],
      ["S", "the panel once more, below", () => theBench().split("bottom"), "Shift+S"],
      ["x", "close the panel", () => theBench().closeActive()],
      ["p", "pin the panel to its robot, or let it follow again", pin],
    ],
  ],
  [
    "Layouts and looks",
    [
      [null, "the layouts in their order", null, "Alt+1 … 9"],
      ["m", "watch the match", () => theBench().switchTo("watch")],
      ["r", "debug a robot", () => theBench().switchTo("debug")],
      ["k", "key-frame motions", () => openPanel("motions")],
      ["f", "what the camera follows", follow],
      ["t", "dark or light", toggleTheme],
      ["?", "this list", showKeys],
    ],
  ],
];
const ACTIONS = new Map(
  KEYS.flatMap(([, keys]) => keys)
    .filter(([key]) => key)
    .map(([key, , act]) => [key, act]),
);

export function listenToKeys() {
  document.addEventListener("keydown", pressed);
}

function pressed(event) {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey) return;
  const digit = Number(event.code?.match(/^Digit([1-9])$/)?.[1]);
  if (digit && event.altKey) theBench().switchTo(layoutNames()[digit - 1] ?? choices.layout);
  else if (digit) chooseNumber(`${event.shiftKey ? "away" : "home"} ${digit}`);
  else if (ACTIONS.has(event.key) && !event.altKey && !presses(event)) ACTIONS.get(event.key)();
  else return;
  event.preventDefault();
}

// The space bar presses a button that has the focus.
function presses(event) {
  return event.key === " " && event.target.closest("button");
}

function chooseNumber(name) {
  if (isRobot(name)) choose({ robot: name });
}

function nextRobot(step) {
  const names = now.stage.robots.map(({ name }) => name);
  choose({ robot: names[(names.indexOf(choices.robot) + step + names.length) % names.length] });
}

function pin() {
  const panel = theBench().active;
  if (panel?.kind.robot) panel.set({ robot: panel.isPinned ? "" : ownName(panel.robot) });
}

function follow() {
  const panel = theBench().find("scene");
  panel?.set({ follow: FOLLOWED[(FOLLOWED.indexOf(panel.setting("follow")) + 1) % FOLLOWED.length] });
}

export function showKeys() {
  const open = document.querySelector("dialog.keys");
  if (open) return open.close();
  const part = ([title, keys]) =>
    h(
      "section",
      {},
      h("h3", {}, title),
      h(
        "dl",
        {},
        keys.flatMap(([key, text, , shown]) => [h("dt", {}, h("kbd", {}, shown ?? key)), h("dd", {}, text)]),
      ),
    );
  const dialog = h(
    "dialog",
    { class: "keys" },
    h("h2", {}, "Keyboard"),
    h("div", { class: "key-parts" }, KEYS.map(part)),
    h("form", { method: "dialog" }, h("button", { class: "action" }, "close")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("keydown", (event) => event.key === "?" && dialog.close());
  document.body.append(dialog);
  return dialog.showModal();
}
