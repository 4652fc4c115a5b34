// Coarser pixels while pictures come too slowly, finer ones again when there is time.

const PACED_EVERY = 700; // ms
const SLOW = 60,
  QUICK = 46; // ms between two pictures; moments come every 40 ms
const COARSEST = 0.7;

export const drawn = { pictures: 0 }; // of all scenes

export class Pace {
  constructor(fixed) {
    Object.assign(this, { fixed, sharpness: 1, interval: 40, at: 0, pacedAt: 0 });
  }

  // After each picture; returns how much of the usual resolution the next one should have.
  next(at) {
    drawn.pictures += 1;
    const taken = at - this.at;
    this.at = at;
    if (taken > 0 && taken < 500) this.interval = 0.9 * this.interval + 0.1 * taken;
    if (this.fixed || at - this.pacedAt < PACED_EVERY) return this.sharpness;
    this.pacedAt = at;
    const factor = this.interval > SLOW ? 0.85 : this.interval < QUICK ? 1.08 : 1;
    this.sharpness = Math.min(1, Math.max(COARSEST, this.sharpness * factor));
    return this.sharpness;
  }
}
