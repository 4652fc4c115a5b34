// A small picture of the field at another time of a recording.

import { paintFurniture, paintPitch } from "../field/pitch.js";
import { teamColor } from "./colors.js";
import { cssColor, fitted, h } from "./dom.js";
import { positions } from "./feed.js";
import { now } from "./store.js";

const DOT = 0.22; // m

export class Thumbnail {
  constructor() {
    Object.assign(this, { asking: false, wanted: null });
    this.element = h("canvas", { class: "thumbnail", hidden: true });
  }

  // Shows a time as soon as it was read; only the newest of several is read.
  async show(time) {
    this.wanted = time;
    if (this.asking || !now.status?.can_look_back) return;
    this.asking = true;
    while (this.wanted !== null) {
      const asked = this.wanted;
      this.wanted = null;
      const reply = await positions(asked);
      this.element.hidden = !reply.ok || !reply.ball;
      if (!this.element.hidden) this.paint(reply);
    }
    this.asking = false;
  }

  paint({ ball, robots }) {
    const { context, width, height } = fitted(this.element),
      { field } = now.stage;
    if (!width) return;
    const scale = Math.min(width / (2 * field.border[0]), height / (2 * field.border[1]));
    context.save();
    context.translate(width / 2, height / 2);
    context.scale(scale, -scale);
    const line = cssColor("--pitch-line");
    paintPitch(context, field, { grass: cssColor("--grass"), edge: cssColor("--grass-edge"), line });
    paintFurniture(context, field, line);
    for (const described of now.stage.robots)
      if (robots[described.name]) dot(context, robots[described.name], teamColor(described));
    dot(context, ball, "#ffffff");
    context.restore();
  }
}

function dot(context, [x, y], color) {
  context.beginPath();
  context.arc(x, y, DOT, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}
