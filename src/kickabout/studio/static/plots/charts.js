// Charts of a panel: lists of paths; a path to a vector stands for all its numbers.

import { fieldOf } from "../data/schema.js";
import { valueAt } from "../page/dom.js";
import { openPanel, theBench } from "../workbench/bench.js";

const PARTS = {
  Vector2: ["x", "y"],
  Vector3: ["x", "y", "z"],
  Pose2: ["x", "y", "theta"],
  Vec2: [0, 1],
  Vec3: [0, 1, 2],
};
const MOST_PARTS = 8;
const MOST_CHARTS = 24;

// The numbers that a path stands for: itself, or its components.
export function signalsOf(path, values) {
  const value = valueAt(values, path);
  const listed =
    PARTS[fieldOf(path)?.type] ?? (value !== null && typeof value === "object" ? numbersIn(value) : null);
  if (!listed) return [path];
  return listed.map((part) => (typeof part === "number" ? `${path}[${part}]` : `${path}.${part}`));
}

function numbersIn(value) {
  const keys = Array.isArray(value) ? value.map((_, i) => i) : Object.keys(value);
  const found = keys.filter((key) => ["number", "boolean"].includes(typeof value[key])).slice(0, MOST_PARTS);
  return found.length ? found : null;
}

// Shows a path in the plots of the same robot: a new chart below the others.
export function addToPlots(path, panel) {
  const plots =
    [...theBench().panels.values()].find(
      (other) => other.kind.name === "plots" && other.robot === panel.robot,
    ) ?? openPanel("plots");
  plots.api?.setActive();
  const charts = plots.setting("charts");
  if (!charts.some(({ paths }) => paths.includes(path)))
    plots.set({ charts: [...charts, { paths: [path] }].slice(-MOST_CHARTS) });
}

export function representationOf(path) {
  return path.split(/[.[]/)[0];
}
