// Moments between moments: what is shown moves evenly though moments come 25 times a second.

const LONGEST = 120; // ms between two moments that are still joined
const JUMP = 0.5; // m, beyond which something was moved by hand

export class Smooth {
  constructor() {
    Object.assign(this, { before: null, last: null, since: 0, period: 40 });
  }

  take(moment, at) {
    if (this.last && this.last !== moment) {
      this.period = Math.min(LONGEST, 0.8 * this.period + 0.2 * (at - this.since));
      this.before = this.joins(this.last, moment) ? this.last : null;
    }
    [this.last, this.since] = [moment, at];
  }

  joins(one, other) {
    const far = ({ torso }, i) =>
      Math.hypot(torso[0] - other.robots[i].torso[0], torso[1] - other.robots[i].torso[1]) > JUMP;
    return (
      one.robots.length === other.robots.length &&
      Math.abs(other.time - one.time) < 1 &&
      !one.robots.some(far)
    );
  }

  isMoving(at) {
    return this.before !== null && at - this.since < this.period;
  }

  at(time) {
    if (!this.before) return this.last;
    const part = Math.min(1, (time - this.since) / this.period);
    return part >= 1 ? this.last : between(this.before, this.last, part);
  }
}

function between(one, other, part) {
  const robots = other.robots.map((robot, i) => {
    const from = one.robots[i];
    return {
      ...robot,
      torso: posed(from.torso, robot.torso, part),
      joints: mixed(from.joints, robot.joints, part),
    };
  });
  return { ...other, ball: posed(one.ball, other.ball, part), robots };
}

function mixed(one, other, part) {
  return one.map((value, i) => value + (other[i] - value) * part);
}

// Position and quaternion, of which both signs are the same turn.
function posed(one, other, part) {
  let dot = 0;
  for (let i = 3; i < 7; i++) dot += one[i] * other[i];
  const near = other.map((value, i) => (i > 2 && dot < 0 ? -value : value)),
    out = mixed(one, near, part);
  const length = Math.hypot(out[3], out[4], out[5], out[6]) || 1;
  for (let i = 3; i < 7; i++) out[i] /= length;
  return out;
}
