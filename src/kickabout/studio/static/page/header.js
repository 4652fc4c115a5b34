// The header: layouts, score and time of the game, robots, and what the studio shows.

import { layoutBar } from "../workbench/layout_bar.js";
import { teamColor } from "./colors.js";
import { button, clock, h, setText } from "../page/dom.js";
import { showKeys } from "./keys.js";
import { BESIDE, choices, choose, FIRST, now, on } from "./store.js";

const MODES = { back: "looking back", log: "recording", robot: "robot", introduction: "introduction" };

export function header(bar) {
  bar.append(
    h(
      "span",
      { class: "brand" },
      h("img", { src: "/static/icon.svg", alt: "", width: 20, height: 20 }),
      h("b", {}, "kickabout"),
    ),
    layoutBar(),
    h("div", { class: now.beside ? "scoreboards two" : "scoreboards" }, scoreboard(now), now.beside ? scoreboard(now.beside) : null),
    robotChips(),
    modeSign(),
    button("◐", "dark or light (t)", toggleTheme, { "data-do": "theme" }),
    button("?", "keyboard (?)", showKeys),
  );
}

export function toggleTheme() {
  choose({ theme: choices.theme === "dark" ? "light" : "dark" });
}

function scoreboard(match) {
  const team = (side) =>
    h(
      "span",
      { class: `team-name ${side}`, style: `--team:${teamColor(match.stage.teams[side])}` },
      match.stage.teams[side].name,
    );
  const score = h("span", { class: "score" }, "0 : 0"),
    state = h("span", { class: "state" }),
    left = h("span", { class: "number clock" });
  on(match === now ? "status" : "beside status", () => {
    const { score: goals, detail, state: name, remaining } = match.status;
    setText(score, `${goals[0]} : ${goals[1]}`);
    setText(state, detail ? `${name} · ${detail}` : name);
    setText(left, remaining === null ? "" : clock(remaining));
  });
  const called = now.beside
    ? h("b", { class: "called", title: match.stage.title }, match === now ? FIRST : BESIDE)
    : null;
  return h("div", { class: "scoreboard" }, called, team("home"), score, team("away"), left, state);
}

function robotChips() {
  const chip = (robot) =>
    h(
      "button",
      {
        class: "number-chip",
        title: robot.name,
        "data-robot": robot.name,
        "aria-pressed": robot.name === choices.robot,
        "aria-label": robot.name,
        style: `--team:${teamColor(robot)}`,
        onclick: () => choose({ robot: robot.name }),
      },
      String(robot.number),
    );
  const box = h("div", { class: "robot-chips", role: "group", "aria-label": "chosen robot" });
  const update = () =>
    box.replaceChildren(
      ...["home", "away"].map((team) =>
        h("span", { class: "chip-row" }, now.stage.robots.filter((robot) => robot.team === team).map(chip)),
      ),
    );
  on("choice.robot", update);
  update();
  return box;
}

function modeSign() {
  const mode = h("span", { class: "mode" });
  on("status", () => {
    const status = now.status,
      compiling = status.compiling !== null;
    const live = compiling ? "compiling" : status.running ? "live" : "paused";
    const failed = status.mode === "robot" ? "no connection" : "stopped";
    setText(
      mode,
      (status.failure ? failed : (MODES[status.mode] ?? live)) + (status.read_only ? " · read only" : ""),
    );
    mode.className = `mode ${status.failure ? "failed" : status.mode} ${status.running ? "running" : ""}`;
    mode.title = status.failure;
  });
  on("connected", (is) => {
    document.body.classList.toggle("disconnected", !is);
    if (!is) [mode.textContent, mode.className] = ["no connection", "mode failed"];
  });
  return mode;
}
