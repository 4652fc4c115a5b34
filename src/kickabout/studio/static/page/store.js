// What the page remembers: choices in the browser's storage, the newest of everything in memory.

const KEY = "kickabout.workbench";
const DEFAULTS = {
  theme: "dark",
  layout: "watch",
  robot: "",
  arranged: {}, // layouts as they were left, by name
  settings: {}, // of panels, by kind: what a new panel of this kind begins with
  drawings: ["RobotPose.pose", "BallModel.ball"],
  drawn: [],
  beliefs: true,
  phone: "scene",
};

const listeners = new Map();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const choices = { ...DEFAULTS, ...stored() };
export const now = { stage: null, moment: null, status: null, events: [], data: new Map() };

export function choose(changes) {
  Object.assign(choices, changes);
  store();
  for (const name of Object.keys(changes)) emit(`choice.${name}`);
  emit("choice");
}

function store() {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // A browser without storage forgets the choices, nothing else.
  }
}

// Calls a listener whenever something of this name happens; returns what ends that.
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
  return () => listeners.get(name).delete(listener);
}

export function emit(name, detail) {
  for (const listener of [...(listeners.get(name) ?? [])]) listener(detail);
}

export function notify(text) {
  emit("notice", text);
}

export function robotIndex(name) {
  return now.stage.robots.findIndex((robot) => robot.name === name);
}

export function isRobot(name) {
  return robotIndex(name) >= 0;
}

// Whether what is shown was recorded, rather than happening now.
export function isRecorded() {
  return ["back", "log", "introduction"].includes(now.status?.mode);
}

// Programs of robots: in a match that runs, and on robots elsewhere that allow it.
export function mayChange() {
  return ["live", "robot"].includes(now.status?.mode) && !now.status.read_only;
}

// Game, ball and bodies, which only a match has.
export function mayMove() {
  return now.status?.mode === "live" && !now.status.read_only;
}
