// All robots: role, what they do, battery, and how far their poses are off.

import { numberColor, teamColor } from "../page/colors.js";
import { h, setText } from "../page/dom.js";
import { choices, chooseRobot, now, ownName } from "../page/store.js";
import { kindOf } from "../page/stage.js";
import { openPanel } from "../workbench/bench.js";

const EVERY = 250; // ms
const HEADS = ["robot", "role", "state", "pose error", "ball error", "battery"];
const NEEDED = { values: ["RoleState", "SensorFrame"] };

export function robotsView(panel) {
  const rows = panel.match.stage.robots.map((robot, index) => row(robot, index, panel.match));
  const refresh = () => rows.forEach((each) => each.update());
  let last = 0;
  panel.on("moment", () => {
    if (!panel.shown || performance.now() - last < EVERY) return;
    last = performance.now();
    refresh();
  });
  panel.on("choice.robot", refresh);
  const head = h(
    "thead",
    {},
    h(
      "tr",
      {},
      HEADS.map((text) => h("th", {}, text)),
    ),
  );
  return {
    element: h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "robots" },
        head,
        h(
          "tbody",
          {},
          rows.map(({ element }) => element),
        ),
      ),
    ),
    refresh,
    looks: () => Object.fromEntries(panel.match.stage.robots.map(({ name }) => [name, NEEDED])),
  };
}

function row(robot, index, match) {
  const own = ownName(robot.name);
  const [role, state, pose, ball, battery] = Array.from({ length: 5 }, () => h("td", { class: "number" }));
  const chip = h(
    "span",
    { class: "jersey", style: `background:${teamColor(robot)};color:${numberColor(robot)}` },
    String(robot.number),
  );
  const name = h(
    "td",
    {},
    h(
      "button",
      { class: "link plain", title: "choose this robot", onclick: () => chooseRobot(robot.name) },
      chip,
      own,
    ),
  );
  const debug = () => {
    chooseRobot(robot.name);
    openPanel("data");
  };
  const element = h(
    "tr",
    { onclick: () => chooseRobot(robot.name), ondblclick: debug },
    name,
    role,
    state,
    pose,
    ball,
    battery,
  );
  const update = () => {
    const there = match.moment?.robots[index];
    if (!there) return;
    element.classList.toggle("chosen", own === choices.robot);
    const values = now.data.get(robot.name)?.values ?? {},
      frame = values.SensorFrame;
    setText(role, values.RoleState?.role ?? "–");
    setText(
      state,
      match.status?.penalties?.[own] ?? (there.torso[2] < kindOf(robot).fallen_below ? "fallen" : "upright"),
    );
    setText(pose, distance(there.belief, 0, there.torso));
    setText(ball, distance(there.belief, 3, match.moment.ball));
    setText(battery, frame ? `${Math.round(frame.battery_charge * 100)} %` : "–");
  };
  return { element, update };
}

function distance(belief, at, [x, y]) {
  const gap = Math.hypot(belief[at] - x, belief[at + 1] - y);
  return Number.isNaN(gap) ? "–" : `${gap.toFixed(2)} m`;
}
