// The pixel under the cursor: its color, and the place on the ground that it shows.

import { h } from "../page/dom.js";

const LEVEL = 0.02; // how far below the horizon a ray has to point, to meet the ground

export class Inspector {
  constructor(pane) {
    this.pane = pane;
    this.element = h("div", { class: "inspector number", hidden: true });
    this.canvas = document.createElement("canvas");
    [this.canvas.width, this.canvas.height] = [1, 1];
  }

  leave() {
    this.element.hidden = true;
  }

  move([u, v]) {
    const { width, height } = this.pane.info ?? { width: 640, height: 480 };
    this.element.hidden = u < 0 || v < 0 || u >= width || v >= height;
    if (this.element.hidden) return;
    const color = this.color(Math.floor(u), Math.floor(v)),
      ground = this.ground(u, v);
    this.element.replaceChildren(
      `${Math.floor(u)}, ${Math.floor(v)} px`,
      ...(color
        ? [
            h("i", { class: "swatch", style: `background:rgb(${color.rgb})` }),
            `RGB ${color.rgb}`,
            h("span", { class: "muted" }, `Y Cb Cr ${color.ycc}`),
          ]
        : []),
      h(
        "span",
        {},
        ground
          ? `ground ${ground[0].toFixed(2)}, ${ground[1].toFixed(2)} m · ${Math.hypot(...ground).toFixed(2)} m away`
          : "above the horizon",
      ),
    );
  }

  color(u, v) {
    const { image, info } = this.pane;
    if (!image) return null;
    const context = this.canvas.getContext("2d", { willReadFrequently: true }),
      scale = info ? image.naturalWidth / info.width : 1;
    context.drawImage(image, Math.floor(u * scale), Math.floor(v * scale), 1, 1, 0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    const ycc = [
      16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255,
      128 + (112 * b - 37.797 * r - 74.203 * g) / 255,
      128 + (112 * r - 93.786 * g - 18.214 * b) / 255,
    ];
    return { rgb: [r, g, b].join(", "), ycc: ycc.map(Math.round).join(", ") };
  }

  // On the ground, from the robot; null at and above the horizon, or without a valid camera matrix.
  ground(u, v) {
    const { info, matrix } = this.pane;
    if (!info || !matrix?.valid) return null;
    const { rotation, translation } = matrix.camera_to_robot;
    const ray = [1, (info.center[0] - u) / info.focal_length[0], (info.center[1] - v) / info.focal_length[1]];
    const [x, y, z] = rotation.map((row) => row.reduce((sum, value, i) => sum + value * ray[i], 0));
    if (z > -LEVEL) return null;
    const reach = -translation[2] / z;
    return [translation[0] + reach * x, translation[1] + reach * y];
  }
}
