// The layouts that come with the studio, as rows and columns of tabs with shares of the space.

import { BESIDE, now } from "../page/store.js";

const tabs = (...panels) => ({
  tabs: panels.map((panel) => (typeof panel === "string" ? { kind: panel } : panel)),
});
const row = (...parts) => ({ row: parts });
const column = (...parts) => ({ column: parts });
const panel = (kind, settings) => ({ kind, settings });
const chart = (...paths) => ({ paths });

const LAYOUTS = {
  watch: {
    title: "Watch",
    about: "the match, the field and the score",
    grid: row(
      [65, column([62, tabs("scene")], [38, tabs("robots", "behavior", "plots")])],
      [35, column([44, tabs("field")], [56, tabs("events", "game", "drawings", "console")])],
    ),
  },
  vision: {
    title: "Vision",
    about: "what a robot sees, and what it makes of it",
    grid: row(
      [
        62,
        column(
          [68, tabs("camera", "calibration")],
          [
            32,
            tabs(
              panel("plots", {
                charts: [chart("BallModel.position_in_robot.x", "upper/BallPercept.position_in_robot.x")],
              }),
            ),
          ],
        ),
      ],
      [
        38,
        column(
          [46, tabs(panel("field", { only: true }))],
          [
            54,
            tabs(
              panel("data", { open: ["upper/BallPercept", "lower/BallPercept", "upper/LinesPercept"] }),
              "parameters",
              "timing",
              "drawings",
            ),
          ],
        ),
      ],
    ),
  },
  localization: {
    title: "Localization",
    about: "estimated against true pose, over time",
    grid: row(
      [
        56,
        column(
          [60, tabs(panel("field", { only: true }), "scene")],
          [
            40,
            tabs(
              panel("plots", { charts: [chart("RobotPose.validity"), chart("RobotPose.robot_to_field")] }),
            ),
          ],
        ),
      ],
      [
        44,
        column(
          [
            50,
            tabs(
              panel("data", { open: ["RobotPose", "BallModel"] }),
              panel("parameters", { module: "SelfLocator" }),
              "drawings",
            ),
          ],
          [50, tabs("camera", "team")],
        ),
      ],
    ),
  },
  behavior: {
    title: "Behavior",
    about: "who decides what, when and why",
    grid: row(
      [46, column([54, tabs("scene")], [46, tabs("field")])],
      [
        54,
        column(
          [56, tabs("behavior")],
          [
            44,
            tabs(
              panel("data", { open: ["MotionRequest", "GameStateModel", "BallModel"] }),
              "team",
              "events",
              "parameters",
            ),
          ],
        ),
      ],
    ),
  },
  motion: {
    title: "Motion",
    about: "joints, sensors, walk and key frames",
    grid: row(
      [
        46,
        column(
          [56, tabs(panel("scene", { follow: "robot" }), "motions")],
          [
            44,
            tabs(
              panel("plots", {
                charts: [chart("WalkOutput.speed.x"), chart("InertialState.pitch", "InertialState.roll")],
              }),
            ),
          ],
        ),
      ],
      [
        54,
        column(
          [58, tabs("body")],
          [
            42,
            tabs(
              panel("parameters", { module: "WalkEngine" }),
              panel("data", { open: ["MotionRequest", "WalkOutput"] }),
              "timing",
            ),
          ],
        ),
      ],
    ),
  },
  debug: {
    title: "Debug a robot",
    about: "data, parameters, modules and console of one robot",
    grid: row(
      [
        34,
        column([52, tabs(panel("scene", { follow: "robot" }))], [48, tabs(panel("field", { only: true }))]),
      ],
      [
        36,
        column(
          [64, tabs("data", "parameters", "modules", "timing", "plots")],
          [36, tabs("console", "events")],
        ),
      ],
      [30, column([58, tabs("behavior")], [42, tabs("camera", "body", "team")])],
    ),
  },
};

// Two recordings side by side: the same panels of each.
const half = (match) => [
  50,
  column(
    [46, tabs(panel("scene", { match }), panel("camera", { match }))],
    [54, tabs(...["field", "behavior", "data", "robots", "events"].map((kind) => panel(kind, { match })))],
  ),
];

const COMPARE = {
  title: "Compare",
  about: "two recordings side by side",
  grid: row([
    100,
    column(
      [74, row(half(""), half(BESIDE))],
      [26, tabs(panel("plots", { with: BESIDE, charts: [chart("WalkOutput.speed.x")] }))],
    ),
  ]),
};

// The layouts that are offered, by name.
export function offeredLayouts() {
  return now.beside ? { ...LAYOUTS, compare: COMPARE } : LAYOUTS;
}

// A description as dockview keeps layouts, for a place of this size.
export function arranged(grid, { width, height }, kinds) {
  const panels = {};
  let groups = 0,
    count = 0;
  const leaf = ({ tabs: listed }, size) => {
    const views = listed.map(({ kind, settings = {} }) => {
      const id = `${kind}-${++count}`;
      panels[id] = { id, contentComponent: kind, title: kinds[kind].title, params: settings };
      return id;
    });
    return { type: "leaf", size, data: { views, activeView: views[0], id: String(++groups) } };
  };
  const branch = (node, size, along, across) => {
    if (node.tabs) return leaf(node, size);
    const parts = node.row ?? node.column,
      whole = parts.reduce((sum, [share]) => sum + share, 0);
    const data = parts.map(([share, part]) => {
      const length = (along * share) / whole;
      return branch(part, length, across, length);
    });
    return { type: "branch", size, data };
  };
  const root = branch(grid, height, width, height);
  return { grid: { root, width, height, orientation: "HORIZONTAL" }, panels, activeGroup: "1" };
}
