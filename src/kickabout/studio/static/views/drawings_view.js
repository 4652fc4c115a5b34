// Which robots draw, and what: for the field and for the 3-D scene.

import { teamColor } from "../page/colors.js";
import { h } from "../page/dom.js";
import { ask } from "../page/feed.js";
import { choices, choose, now } from "../page/store.js";

export function drawingsView(panel) {
  const box = h("div", { class: "drawings scroll padded" });
  let known = [];
  const refresh = () => {
    box.replaceChildren(
      h("p", { class: "muted" }, "Choose robots and what they draw. Truth is filled, belief is dashed."),
      h(
        "section",
        {},
        h("h3", {}, "Robots"),
        h("div", { class: "chips" }, beliefs(), now.stage.robots.map(robotChip)),
      ),
      ...groups([...new Set([...known, ...choices.drawings])].sort()),
    );
  };
  const fetchNames = async () => {
    const robot = choices.drawn[0] ?? panel.robot;
    if (!panel.shown || !robot) return;
    const reply = await ask(robot, { draw: true });
    if (!reply.ok) return;
    known = [...new Set([...known, ...reply.of.known_drawings])];
    refresh();
  };
  for (const name of ["choice.drawings", "choice.drawn", "choice.beliefs"]) panel.on(name, refresh);
  return { element: box, refresh, shown: (is) => is && fetchNames() };
}

// Such as "BallModel.ball" under its representation or module.
function groups(names) {
  const owners = [...new Set(names.map((name) => name.split(".")[0]))];
  return owners.map((owner) =>
    h(
      "section",
      { class: "drawing-group" },
      h("span", { class: "owner" }, owner),
      h(
        "span",
        { class: "chips" },
        names
          .filter((name) => name.startsWith(`${owner}.`))
          .map((name) => chip("drawings", name, name.slice(owner.length + 1))),
      ),
    ),
  );
}

function robotChip(robot) {
  return chip("drawn", robot.name, [
    h("i", { class: "swatch", style: `background:${teamColor(robot)}` }),
    robot.name,
  ]);
}

function chip(key, name, content) {
  return h(
    "button",
    {
      class: "chip",
      title: name,
      "aria-pressed": choices[key].includes(name),
      onclick: () => toggle(key, name),
    },
    content,
  );
}

function beliefs() {
  return h(
    "button",
    { class: "chip", "aria-pressed": choices.beliefs, onclick: () => choose({ beliefs: !choices.beliefs }) },
    "beliefs of all robots",
  );
}

function toggle(key, name) {
  const listed = new Set(choices[key]);
  if (!listed.delete(name)) listed.add(name);
  choose({ [key]: [...listed] });
}
