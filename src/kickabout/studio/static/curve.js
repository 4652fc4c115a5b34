// One curve: points in order of time, NaN where it is interrupted, and how it is painted.

import { cssColor, fitted, number } from "./dom.js";

const KEPT = 900; // points that a growing curve keeps
const LABELS = 46; // px at the right, for the levels
const MARGIN = 8; // px above and below

// Grows while a match runs: each point comes once, the oldest are dropped.
export class GrowingCurve {
  constructor() {
    this.times = [];
    this.values = [];
    this.interrupted = false;
  }

  get end() { return this.times.at(-1); }

  add(time, value) {
    if (time < this.end) this.times.length = this.values.length = 0;
    if (time === this.end) return;
    if (this.interrupted && this.times.length) this.push(time, NaN);
    this.interrupted = false;
    this.push(time, value);
  }

  // What comes next was not seen to follow from what came before.
  interrupt() { this.interrupted = true; }

  push(time, value) {
    this.times.push(time);
    this.values.push(value);
    if (this.times.length > 2 * KEPT) [this.times, this.values] = [this.times.slice(-KEPT), this.values.slice(-KEPT)];
  }
}

// From one time to another; a mark shows which moment is looked at.
export function paintCurve(canvas, { times, values }, { from, to, mark, color }) {
  if (!canvas.clientWidth) return;
  const { context, width, height } = fitted(canvas);
  context.clearRect(0, 0, width, height);
  const [first, last] = [below(times, from), below(times, to)];
  const shown = values.slice(first, last + 1).filter(Number.isFinite);
  if (!shown.length) return;
  let low = shown.reduce((a, b) => Math.min(a, b)), high = shown.reduce((a, b) => Math.max(a, b));
  if (high - low < 1e-6) [low, high] = [low - 0.5, high + 0.5];
  const x = (time) => ((time - from) / (to - from)) * (width - LABELS);
  const y = (value) => height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN);
  paintLevels(context, [low, (low + high) / 2, high], y, width);
  context.save();
  context.beginPath();
  context.rect(0, 0, width - LABELS, height);
  context.clip();
  if (mark !== undefined) paintMark(context, x(mark), height);
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = 1.6;
  context.beginPath();
  for (let i = Math.max(0, first - 1); i <= last + 1 && i < times.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    const [px, py] = [x(times[i]), y(values[i])];
    if (Number.isFinite(values[i - 1])) context.lineTo(px, py);
    else if (Number.isFinite(values[i + 1])) context.moveTo(px, py);
    else context.fillRect(px - 1.5, py - 1.5, 3, 3); // a point alone
  }
  context.stroke();
  context.restore();
}

// How many times lie before a time.
function below(times, time) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function paintLevels(context, levels, y, width) {
  context.fillStyle = cssColor("--muted");
  context.font = "11px system-ui";
  context.strokeStyle = cssColor("--line");
  context.lineWidth = 1;
  for (const level of levels) {
    context.beginPath();
    context.moveTo(0, y(level));
    context.lineTo(width - LABELS, y(level));
    context.stroke();
    context.fillText(number(level), width - LABELS + 4, y(level) + 4);
  }
}

function paintMark(context, x, height) {
  context.strokeStyle = cssColor("--muted");
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height);
  context.stroke();
}
