// All kinds of panels: their titles, what they are for, and who makes them.

import { behaviorView } from "../behavior/behavior_view.js";
import { calibrationView } from "../calibration/calibration_view.js";
import { cameraView } from "../camera/camera_view.js";
import { fieldView } from "../field/field_view.js";
import { motionEditor } from "../motions/motion_editor.js";
import { plotView } from "../plots/plot_view.js";
import { sceneView } from "../scene/scene_view.js";
import { bodyView } from "../views/body_view.js";
import { consoleView } from "../views/console_view.js";
import { dataView } from "../data/data_view.js";
import { drawingsView } from "../views/drawings_view.js";
import { eventView } from "../views/event_view.js";
import { gameView } from "../views/game_view.js";
import { moduleView } from "../modules/module_view.js";
import { parameterView } from "../views/parameter_view.js";
import { robotsView } from "../views/robots_view.js";
import { teamView } from "../views/team_view.js";
import { timingView } from "../modules/timing_view.js";

// robot: whether a panel shows one robot, and can be pinned to it; program: whether it needs to
// know the robot's modules; alone: whether it is the same for both recordings; settings: what its panels begin with.
const LISTED = {
  scene: {
    title: "3-D",
    about: "the match in space",
    make: sceneView,
    robot: true,
    settings: { follow: "free" },
  },
  field: {
    title: "Field",
    about: "from above, with beliefs and drawings",
    make: fieldView,
    robot: true,
    settings: { only: false },
  },
  events: { title: "Events", about: "what the referee called", make: eventView },
  game: { title: "Game", about: "states, goals and penalties by hand", make: gameView, alone: true },
  robots: { title: "Robots", about: "roles, penalties, errors of the poses", make: robotsView },
  drawings: {
    title: "Drawings",
    about: "which robots draw what",
    make: drawingsView,
    robot: true,
    alone: true,
  },
  behavior: {
    title: "Behavior",
    about: "active options, now and over time",
    make: behaviorView,
    robot: true,
  },
  data: {
    title: "Data",
    about: "every representation, with units",
    make: dataView,
    robot: true,
    program: true,
    settings: { open: ["BallModel", "RobotPose"] },
  },
  plots: {
    title: "Plots",
    about: "numbers over time",
    make: plotView,
    robot: true,
    settings: { charts: [] },
  },
  parameters: {
    title: "Parameters",
    about: "what can be tuned",
    make: parameterView,
    robot: true,
    program: true,
  },
  camera: {
    title: "Camera",
    about: "images with what was perceived",
    make: cameraView,
    robot: true,
    settings: { cameras: "all", hidden: ["HorizontalRegions.rows", "ScanLineRegions.columns"] },
  },
  calibration: {
    title: "Calibration",
    about: "color classes, camera mounting",
    make: calibrationView,
    robot: true,
    settings: { part: "colors", camera: "upper" },
  },
  modules: {
    title: "Modules",
    about: "the graph of modules, with times",
    make: moduleView,
    robot: true,
    program: true,
  },
  timing: { title: "Timing", about: "times of the last hundred cycles", make: timingView, robot: true },
  body: { title: "Body", about: "joints and sensors", make: bodyView, robot: true },
  team: {
    title: "Team",
    about: "what was received from teammates",
    make: teamView,
    robot: true,
    program: true,
  },
  motions: { title: "Motions", about: "key-frame motions, edited and tried", make: motionEditor, alone: true },
  console: { title: "Console", about: "commands", make: consoleView, alone: true },
};

export const KINDS = Object.fromEntries(
  Object.entries(LISTED).map(([name, kind]) => [name, { name, ...kind }]),
);
