// Curves of a recording: read from its file around the moment that is looked at.

import { series } from "./feed.js";

const NOTHING = { times: [], values: [] };

export class RecordedCurves {
  constructor(changed) {
    this.changed = changed; // called when something was read
    this.forget();
  }

  forget() {
    this.found = {};
    this.key = "";
    this.from = this.to = 0; // s, of what was read
    this.reading = false;
    this.again = 0; // earliest time to read again what was not there, as performance.now()
  }

  of(path) { return this.found[path]?.times ? this.found[path] : NOTHING; }
  problem(path) { return this.found[path]?.problem; }

  // Reads more than is shown, so that playing seldom has to wait for the next stretch.
  async read(robot, paths, { from, to }) {
    const key = JSON.stringify([robot, paths]);
    const covered = key === this.key && this.from <= from && to <= this.to;
    if (!paths.length || covered || this.reading || performance.now() < this.again) return;
    this.reading = true;
    const duration = 2 * (to - from), start = Math.max(0, from - duration / 4);
    const before = this.found, reply = await series(robot, paths, start, duration);
    if (before !== this.found) return; // forgotten meanwhile
    this.reading = false;
    if (!reply.ok) return void (this.again = performance.now() + 1000);
    [this.found, this.key, this.from, this.to] = [reply.series, key, start, start + duration];
    this.changed();
  }
}
