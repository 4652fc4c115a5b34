// Curves over all of a recording, or of what was recorded of a match: the studio reads them from the
// file, coarsely at first.

import { overview } from "../page/feed.js";

const AGAIN = 60; // ms until more of what is being read is asked for
const GROWS = 3000; // ms until a file is read again that does not reach the wanted time yet
const FAILED = 1500; // ms until something that failed is tried again

export class WholeCurves {
  constructor(changed) {
    this.changed = changed; // called when something was read
    this.forget();
  }

  forget() {
    Object.assign(this, { found: {}, key: "", wanted: null, asking: false, fraction: 1 });
    clearTimeout(this.timer);
  }

  of(path) {
    return this.found[path];
  }

  // Asks for the curves of a stretch of time, with about so many points, until all of it was read.
  read(robot, paths, { from, to }, points) {
    if (!paths.length || !(to > from)) return;
    const key = JSON.stringify([robot, paths, from.toFixed(3), to.toFixed(3), points]);
    if (key === this.key) return;
    [this.key, this.wanted] = [key, { robot, paths, from, to, points }];
    if (!this.asking) this.ask();
  }

  async ask() {
    const { wanted, key } = this,
      generation = this.found;
    this.asking = true;
    const reply = await overview(wanted.robot, wanted.paths, wanted.from, wanted.to, wanted.points);
    if (generation !== this.found) return; // forgotten meanwhile
    this.asking = false;
    if (reply.ok) {
      this.found = reply.curves;
      this.fraction = Math.min(1, ...Object.values(reply.curves).map((curve) => curve.fraction ?? 1));
      this.changed();
    }
    const wait = !reply.ok ? FAILED : this.fraction < 1 ? AGAIN : reply.grows ? GROWS : 0;
    if (key !== this.key) this.ask();
    else if (wait) this.timer = setTimeout(() => this.asking || this.ask(), wait);
  }
}
