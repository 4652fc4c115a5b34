// What the page remembers: choices in the browser's storage, the newest of everything in memory.

const KEY = "kickabout.workbench";
const DEFAULTS = {
  theme: "dark",
  layout: "watch",
  robot: "",
  arranged: {}, // layouts as they were left, by name
  settings: {}, // of panels, by kind: what a new panel of this kind begins with
  drawings: ["RobotPose.pose", "BallModel.ball", "BallPercept.ball", "LinesPercept.lines", "RobotsPercept.robots"],
  drawn: [],
  beliefs: true,
  phone: "scene",
};

export const FIRST = "A", // how the two recordings are called
  BESIDE = "B";

const listeners = new Map();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const choices = { ...DEFAULTS, ...stored() };
// What is shown; beside it there may be a second recording, whose robots have its key before their
// names, such as "B home 2". The data of all robots are in one map.
export const now = { ...emptyMatch(""), data: new Map(), beside: null };

export function emptyMatch(key) {
  return { key, stage: null, moment: null, status: null, events: [] };
}

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

// The match or recording that has a robot, or that a line of the console is for.
export function matchOf(text) {
  return now.beside && text.startsWith(now.beside.key) ? now.beside : now;
}

// The name of a robot in its own match or recording.
export function ownName(name) {
  return name.slice(matchOf(name).key.length);
}

// Chooses a robot, or the one of the same name if it plays beside.
export function chooseRobot(name) {
  if (isRobot(ownName(name))) choose({ robot: ownName(name) });
}

export function robotIndex(name) {
  return matchOf(name).stage.robots.findIndex((robot) => robot.name === name);
}

export function isRobot(name) {
  return Boolean(name) && robotIndex(name) >= 0;
}

// Whether what is shown was recorded, rather than happening now.
export function isRecorded(match = now) {
  return ["back", "log", "introduction"].includes(match.status?.mode);
}

// Programs of robots: in a match that runs, and on robots elsewhere that allow it.
export function mayChange(match = now) {
  return ["live", "robot"].includes(match.status?.mode) && !match.status.read_only;
}

// Game, ball and bodies, which only a match has.
export function mayMove(match = now) {
  return match.status?.mode === "live" && !match.status.read_only;
}
