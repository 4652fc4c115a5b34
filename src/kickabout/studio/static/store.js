// What the page remembers: choices in the browser's storage, the newest of everything in memory.

const KEY = "kickabout.studio";
const DEFAULTS = {
  theme: "dark",
  page: "match",
  robot: "",
  view: "data",
  panel: "events",
  drawings: ["RobotPose.pose", "BallModel.ball"],
  drawn: [],
  follow: "free",
  beliefs: true,
  plots: [],
  open: [],
  module: "",
  calibration: "colors",
  calibrated: "upper",
  motion: "",
  motionStart: "",
  split: 0.58,
  consoleOpen: false,
};

const listeners = new Map();

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const layout = { ...DEFAULTS, ...remembered() };
export const now = { stage: null, moment: null, status: null, events: [], thoughts: new Map() };

export function remember(changes) {
  Object.assign(layout, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(layout));
  } catch {
    // A browser without storage forgets the layout, nothing else.
  }
  for (const name of Object.keys(changes)) tell(`layout.${name}`);
  tell("layout");
}

export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
  return () => listeners.get(name).delete(listener);
}

export function tell(name, detail) {
  for (const listener of [...(listeners.get(name) ?? [])]) listener(detail);
}

export function robotIndex(name) {
  return now.stage.robots.findIndex((robot) => robot.name === name);
}

// Programs of robots: in a match that runs, and on robots elsewhere that allow it.
export function mayChange() {
  return ["live", "robot"].includes(now.status?.mode) && !now.status.read_only;
}

// Game, ball and bodies, which only a match has.
export function mayMove() {
  return now.status?.mode === "live" && !now.status.read_only;
}
