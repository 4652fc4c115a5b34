// The robot that is compared with that of a panel, in one match or in two recordings.

import { h } from "../page/dom.js";
import { BESIDE, FIRST, isRobot, matchOf, now, ownName } from "../page/store.js";

export class OtherRobot {
  constructor(panel) {
    this.panel = panel;
    this.listed = "";
    this.element = h("select", {
      title: "another robot, whose curves are dashed",
      "aria-label": "robot to compare with",
      onchange: () => panel.set({ with: this.element.value }),
    });
  }

  // Its name; empty if none is compared. BESIDE stands for the same robot of the other recording.
  get name() {
    const wanted = this.panel.setting("with") ?? "",
      twin = this.panel.match === now ? now.beside?.key + ownName(this.panel.robot) : ownName(this.panel.robot);
    const name = wanted === BESIDE ? (now.beside ? twin : "") : wanted;
    return isRobot(name) && name !== this.panel.robot ? name : "";
  }

  // How the signals of a robot are called and drawn while two are compared.
  signs(robot) {
    if (!this.name) return {};
    return { called: calledBy(robot), dashed: robot === this.name };
  }

  list() {
    const { robot } = this.panel;
    if (this.listed !== robot) {
      this.listed = robot;
      const named = (match) =>
        match.stage.robots
          .filter(({ name }) => name !== robot)
          .map(({ name }) => h("option", { value: name }, `with ${calledBy(name)}`));
      this.element.replaceChildren(
        h("option", { value: "" }, "one robot"),
        ...(now.beside ? [h("option", { value: BESIDE }, "with the same in the other")] : []),
        ...[now, now.beside].filter(Boolean).flatMap(named),
      );
    }
    this.element.value = this.panel.setting("with") === BESIDE && now.beside ? BESIDE : this.name;
  }
}

function calledBy(name) {
  if (!now.beside) return name;
  return `${matchOf(name) === now ? FIRST : BESIDE} ${ownName(name)}`;
}

// Seconds by which the time of a robot's recording is ahead of that of a panel's.
export function lateness(robot, match) {
  const shift = (shown) => (shown === now.beside ? (shown?.status?.shift ?? 0) : 0);
  return shift(matchOf(robot)) - shift(match);
}
