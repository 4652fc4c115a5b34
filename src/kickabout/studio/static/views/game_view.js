// The game by hand: states, goals, set plays, penalties, and whether the referee judges.

import { emptyNote, h } from "../page/dom.js";
import { run } from "../page/feed.js";
import { mayMove, now } from "../page/store.js";

const STATES = ["initial", "ready", "set", "playing", "finished"];
const PENALTIES = [
  "playerPushing",
  "illegalBallContact",
  "inactivePlayer",
  "illegalDefender",
  "leavingTheField",
  "illegalMotionInSet",
  "requestForPickup",
  "localGameStuck",
  "manual",
];

export function gameView(panel) {
  const controls = h("fieldset", { class: "game" }, plays(), penalties(), referee());
  const note = emptyNote("The game can be controlled while a match runs, not in recordings.");
  const refresh = () => {
    controls.disabled = !mayMove();
    note.hidden = mayMove();
  };
  panel.on("status", refresh);
  return { element: h("div", { class: "scroll padded" }, controls, note), refresh };
}

function action(label, line) {
  return h("button", { class: "action", title: line, onclick: () => run(line) }, label);
}

function row(label, ...items) {
  return h("div", { class: "row" }, h("span", { class: "label" }, label), items);
}

function plays() {
  const both = (label, first, second) => row(label, action("home", first), action("away", second));
  return [
    row(
      "State",
      STATES.map((state) => action(state, `game ${state}`)),
    ),
    both("Goal", "goal home", "goal away"),
    both("Kick-off", "game kickOffFirstTeam", "game kickOffSecondTeam"),
    both("Kick-in", "game kickInForFirstTeam", "game kickInForSecondTeam"),
    both("Corner", "game cornerKickForFirstTeam", "game cornerKickForSecondTeam"),
  ];
}

function penalties() {
  const robot = h(
    "select",
    { title: "robot", "aria-label": "robot" },
    now.stage.robots.map(({ name }) => h("option", { value: name }, name)),
  );
  const penalty = h(
    "select",
    { title: "penalty", "aria-label": "penalty" },
    PENALTIES.map((name) => h("option", { value: name }, words(name))),
  );
  const give = h(
    "button",
    { class: "action", onclick: () => run(`penalty ${robot.value} ${penalty.value}`) },
    "give",
  );
  const take = h(
    "button",
    { class: "action", onclick: () => run(`penalty ${robot.value} none`) },
    "take back",
  );
  return row("Penalty", robot, penalty, give, take);
}

function referee() {
  const box = h("input", {
    type: "checkbox",
    checked: true,
    onchange: () => run(`referee ${box.checked ? "on" : "off"}`),
  });
  return row("Referee", h("label", {}, box, " judges automatically"));
}

function words(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
