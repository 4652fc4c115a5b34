// The robot page: one robot from inside, with field and behavior always in sight.

import { bodyView } from "./body_view.js";
import { behaviorPane } from "./behavior_view.js";
import { calibrationView } from "./calibration_view.js";
import { cameraView } from "./camera_view.js";
import { dataView } from "./data_view.js";
import { h } from "./dom.js";
import { ask, need } from "./feed.js";
import { fieldView, teamColor } from "./field_view.js";
import { moduleView } from "./module_view.js";
import { parameterView } from "./parameter_view.js";
import { plotView } from "./plot_view.js";
import { layout, now, on, remember, tell } from "./store.js";
import { teamView } from "./team_view.js";
import { timingView } from "./timing_view.js";

const VIEWS = {
  data: ["Data", dataView],
  parameters: ["Parameters", parameterView],
  plots: ["Plots", plotView],
  camera: ["Camera", cameraView],
  calibration: ["Calibration", calibrationView],
  body: ["Body", bodyView],
  modules: ["Modules", moduleView],
  timing: ["Timing", timingView],
  team: ["Team", teamView],
};

export function robotPage() {
  return new RobotPage().element;
}

class RobotPage {
  constructor() {
    this.threadsOf = [];
    this.content = h("div", { class: "content" });
    this.views = {};
    const nav = h("nav", { class: "robot-nav" }, this.robotButtons(), h("div", { class: "view-list" }, Object.entries(VIEWS).map(([name, [title]]) =>
      h("button", { class: "item", "data-view": name, onclick: () => remember({ view: name }) }, title))));
    const side = h("div", { class: "column side" }, fieldView("robot field", () => (layout.page === "robot" ? layout.robot : "")), behaviorPane());
    this.element = h("div", { class: "page robot-page" }, nav, this.content, side);
    for (const name of ["layout.robot", "mode"]) on(name, () => this.reload());
    on("connected", (is) => is && this.reload());
    on("layout.page", () => this.show());
    on("layout.view", () => this.show());
    on("thoughts", (robot) => {
      if (robot === layout.robot && layout.page === "robot") this.view()?.thoughts();
    });
    on("status", () => this.modeChanged());
  }

  robotButtons() {
    const box = h("div", { class: "robot-list" });
    const update = () => box.replaceChildren(...["home", "away"].map((team) => h("div", { class: "team-row" },
      h("span", { class: "label" }, `${team} · ${now.stage.teams[team].name}`), now.stage.robots.filter((r) => r.team === team).map((robot) =>
        h("button", { class: "number-chip", title: robot.name, "data-robot": robot.name, "aria-pressed": robot.name === layout.robot, style: `--team:${teamColor(robot)}`, onclick: () => remember({ robot: robot.name }) }, String(robot.number))))));
    on("layout.robot", update);
    update();
    return box;
  }

  modeChanged() {
    const key = `${now.status.mode} ${now.status.read_only}`;
    if (this.mode !== undefined && this.mode !== key) this.view()?.refresh();
    this.mode = key;
  }

  async reload() {
    if (!layout.robot) return;
    const robot = layout.robot, reply = await ask(robot, { graph: true });
    if (robot !== layout.robot) return; // another one was chosen meanwhile
    if (!reply.ok) return this.explain(reply.text);
    this.threadsOf = reply.of.graph;
    this.show();
  }

  // Without its graph nothing can be shown of a robot, such as of one whose modules no longer exist.
  explain(text) {
    this.threadsOf = [];
    this.content.replaceChildren(h("p", { class: "empty" }, text));
  }

  graph() { return this.threadsOf; }
  modules() {
    const seen = new Set();
    return this.ordered().flatMap((thread) => thread.modules).filter(({ name }) => !seen.has(name) && seen.add(name));
  }
  ordered() {
    const first = (thread) => (thread.name === "cognition" ? 0 : 1);
    return [...this.threadsOf].sort((a, b) => first(a) - first(b));
  }
  threads() {
    const seen = new Set();
    return this.ordered().map((thread) => ({ name: thread.name, names: [...thread.inputs, ...thread.modules.flatMap((m) => m.gives)].filter((name) => !seen.has(name) && seen.add(name)).sort() }));
  }
  knows(name) { return this.threads().some((thread) => thread.names.includes(name)); }
  notice(text) { tell("notice", text); }

  view() { return this.views[layout.view]; }

  show() {
    const name = layout.view in VIEWS ? layout.view : "data";
    if (layout.page !== "robot" || !this.threadsOf.length) {
      if (layout.page !== "robot") need("robot", null);
      return;
    }
    if (!this.views[name]) {
      const view = (this.views[name] = VIEWS[name][1](this));
      for (const change of view.rebuildOn) on(change, () => { view.refresh(); this.need(); });
    }
    const view = this.views[name];
    if (this.content.firstChild !== view.element) this.content.replaceChildren(view.element);
    for (const button of this.element.querySelectorAll("[data-view]")) button.setAttribute("aria-current", button.dataset.view === name);
    view.refresh();
    this.need();
  }

  need() {
    if (layout.page !== "robot") return need("robot", null);
    const look = this.view()?.look() ?? {};
    const always = ["ActivationGraph", "RoleState"].filter((name) => this.knows(name));
    need("robot", { [layout.robot]: { ...look, values: [...always, ...(look.values ?? [])] } });
  }
}
