// Curves of a match while it is watched: each point comes once, what was not watched is a gap.

import { valueAt } from "../page/dom.js";
import { matchOf, now, on } from "../page/store.js";

const KEPT = 12_000; // points of a curve
const SILENT = 1.5; // s of the match without a point, after which a curve is interrupted

class GrowingCurve {
  constructor() {
    Object.assign(this, { times: [], values: [], interrupted: false });
  }

  add(time, value) {
    const last = this.times.at(-1);
    if (time < last) this.times.length = this.values.length = 0;
    if (time === last) return;
    if (this.times.length && (this.interrupted || time - last > SILENT)) this.push(time, NaN);
    this.interrupted = false;
    this.push(time, value);
  }

  push(time, value) {
    this.times.push(time);
    this.values.push(value);
    if (this.times.length > 2 * KEPT)
      [this.times, this.values] = [this.times.slice(-KEPT), this.values.slice(-KEPT)];
  }
}

const curves = new Map(); // "robot path" → curve
const users = new Map(); // "robot path" → panels that show it

export function grow(robot, path) {
  const key = `${robot} ${path}`;
  if (!curves.has(key)) curves.set(key, new GrowingCurve());
  return curves.get(key);
}

// Which curves a panel shows now; those that none shows are interrupted, and forgotten with it.
export function show(panel, signals) {
  const wanted = new Set(signals.map(({ robot, path }) => `${robot} ${path}`));
  for (const [key, panels] of users) {
    if (wanted.has(key) || !panels.delete(panel) || panels.size) continue;
    users.delete(key);
    if (curves.has(key)) curves.get(key).interrupted = true;
  }
  for (const key of wanted) {
    if (!users.has(key)) users.set(key, new Set());
    users.get(key).add(panel);
  }
}

function take(robot) {
  const data = now.data.get(robot),
    mode = matchOf(robot).status?.mode;
  if (!data || !["live", "robot"].includes(mode)) return;
  for (const key of users.keys()) {
    if (!key.startsWith(`${robot} `)) continue;
    const path = key.slice(robot.length + 1),
      value = valueAt(data.values, path);
    if (["number", "boolean"].includes(typeof value)) grow(robot, path).add(data.time, Number(value));
  }
}

function interrupt() {
  for (const curve of curves.values()) curve.interrupted = true;
}

on("data", take);
on("mode", interrupt);
on("connected", interrupt);
