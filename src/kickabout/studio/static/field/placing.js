// The ball and robots put to a place in the world by hand; robots keep their direction.

import { run } from "../page/feed.js";
import { now } from "../page/store.js";

// The ball has the index −1.
export function place(index, [x, y]) {
  const at = `${x.toFixed(3)} ${y.toFixed(3)}`;
  if (index < 0) return run(`ball ${at}`);
  const degrees = ((now.moment.robots[index].heading * 180) / Math.PI).toFixed(1);
  return run(`move ${now.stage.robots[index].name} ${at} ${degrees}`);
}
