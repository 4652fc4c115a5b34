// What the cameras see: images where there are any, percepts over them, a legend, a pixel's place.

import { emptyNote, fitted, h, oncePerFrame } from "../page/dom.js";
import { paintShapes } from "../field/shapes.js";
import { cameraImage } from "./camera_image.js";
import { camerasOf } from "../page/stage.js";
import { Inspector } from "./inspector.js";
import { Legend } from "./legend.js";

const SIZE = { width: 640, height: 480 };
const ALL = "all";
const CLOSEST = 16; // times the whole image

export function cameraView(panel) {
  const legend = new Legend(panel);
  const chips = h("div", { class: "chips" }),
    body = h("div", { class: "cameras" });
  let panes = [],
    listed = "";
  // Robots of another kind have other cameras.
  const list = (cameras) => {
    if (listed === JSON.stringify(cameras)) return;
    listed = JSON.stringify(cameras);
    panes.forEach((pane) => pane.dispose());
    panes = cameras.map((camera) => new CameraPane(panel, camera, legend));
    body.replaceChildren(
      ...(panes.length ? panes.map(({ element }) => element) : [emptyNote("This robot has no camera.")]),
    );
  };
  const refresh = () => {
    const cameras = camerasOf(panel.robot),
      names = cameras.map(({ name }) => name),
      chosen = names.includes(panel.setting("cameras")) ? panel.setting("cameras") : ALL;
    list(cameras);
    chips.replaceChildren(
      ...(names.length > 1 ? [ALL, ...names] : []).map((name) =>
        h(
          "button",
          {
            class: "chip",
            "data-camera": name,
            "aria-pressed": name === chosen,
            onclick: () => panel.set({ cameras: name }),
          },
          name,
        ),
      ),
    );
    for (const pane of panes) pane.element.hidden = ![ALL, pane.camera.name].includes(chosen);
    body.style.setProperty("--count", chosen === ALL ? Math.max(1, names.length) : 1);
    update();
  };
  const update = () => {
    legend.update(panel.data?.drawings ?? []);
    for (const pane of panes) pane.redraw();
  };
  return {
    element: h(
      "div",
      { class: "view camera-view" },
      h("div", { class: "toolbar" }, chips, legend.element),
      body,
    ),
    refresh,
    data: update,
    look: () => ({ values: needed(panel.robot), images: true, draw: true, drawings: ["*"] }),
  };
}

function needed(robot) {
  return camerasOf(robot).flatMap(({ thread }) => [`${thread}/CameraInfo`, `${thread}/CameraMatrix`]);
}

class CameraPane {
  constructor(panel, camera, legend) {
    const { name } = camera;
    Object.assign(this, { panel, camera, legend, zoom: 1, shift: [0, 0], drag: null });
    this.canvas = h("canvas", { class: "camera fill", "aria-label": `${name} camera`, "data-camera": name });
    this.note = h("span", { class: "camera-note" });
    this.inspector = new Inspector(this);
    this.element = h(
      "figure",
      { class: "camera-pane" },
      this.canvas,
      h("figcaption", {}, h("b", {}, name), " ", this.note),
      this.inspector.element,
    );
    this.redraw = oncePerFrame(() => this.paint());
    this.source = cameraImage(panel, this.redraw);
    legend.changed.push(this.redraw);
    this.observer = new ResizeObserver(this.redraw);
    this.observer.observe(this.canvas);
    this.listen();
  }

  listen() {
    const on = (name, act, options) => this.canvas.addEventListener(name, act, options);
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("pointerdown", (event) => {
      this.drag = [event.offsetX, event.offsetY];
      this.canvas.setPointerCapture(event.pointerId);
    });
    on("pointerup", () => (this.drag = null));
    on("pointermove", (event) => this.move(event));
    on("pointerleave", () => this.inspector.leave());
    on("dblclick", () => {
      [this.zoom, this.shift] = [1, [0, 0]];
      this.redraw();
    });
  }

  dispose() {
    this.legend.changed = this.legend.changed.filter((act) => act !== this.redraw);
    this.observer.disconnect();
  }

  get info() {
    return this.panel.values[`${this.camera.thread}/CameraInfo`];
  }

  get matrix() {
    return this.panel.values[`${this.camera.thread}/CameraMatrix`];
  }

  get image() {
    return this.source.of(this.camera.thread);
  }

  // From pixels of the image to CSS pixels: scale and the place of the upper left corner.
  frame() {
    const { width, height } = this.info ?? SIZE,
      box = this.canvas;
    const scale = Math.min(box.clientWidth / width, box.clientHeight / height) * this.zoom;
    return {
      scale,
      x: (box.clientWidth - width * scale) / 2 + this.shift[0],
      y: (box.clientHeight - height * scale) / 2 + this.shift[1],
    };
  }

  toPixel(event) {
    const { scale, x, y } = this.frame();
    return [(event.offsetX - x) / scale, (event.offsetY - y) / scale];
  }

  move(event) {
    if (this.drag) {
      this.shift = [
        this.shift[0] + event.offsetX - this.drag[0],
        this.shift[1] + event.offsetY - this.drag[1],
      ];
      this.drag = [event.offsetX, event.offsetY];
      this.redraw();
    }
    this.inspector.move(this.toPixel(event));
  }

  wheel(event) {
    event.preventDefault();
    const [u, v] = this.toPixel(event);
    this.zoom = Math.min(CLOSEST, Math.max(1, this.zoom * Math.exp(-event.deltaY * 0.0015)));
    const { scale, x, y } = this.frame();
    this.shift =
      this.zoom === 1
        ? [0, 0]
        : [this.shift[0] + event.offsetX - x - u * scale, this.shift[1] + event.offsetY - y - v * scale];
    this.redraw();
  }

  paint() {
    if (!this.panel.shown || !this.canvas.clientWidth) return;
    const { context, width, height } = fitted(this.canvas),
      { scale, x, y } = this.frame(),
      info = this.info ?? SIZE,
      image = this.image;
    context.fillStyle = "#101418";
    context.fillRect(0, 0, width, height);
    context.save();
    context.translate(x, y);
    context.scale(scale, scale);
    context.fillStyle = "#1c2228";
    context.fillRect(0, 0, info.width, info.height);
    context.imageSmoothingEnabled = scale < 3; // pixels are seen as such when they are near
    if (image) context.drawImage(image, 0, 0, info.width, info.height);
    for (const drawing of this.drawings())
      paintShapes(context, drawing.shapes.map(visible), { finest: 1.6 / scale, upright: false });
    context.restore();
    this.note.textContent = image ? `${info.width} × ${info.height}` : this.missing();
  }

  // Why there is no image.
  missing() {
    const { graph } = this.panel.program;
    const isUsed = !graph.length || graph.some(({ name }) => name === this.camera.thread);
    return isUsed ? "percepts only: no images at this fidelity" : "no module of this robot uses its images";
  }

  drawings() {
    const all = this.panel.data?.drawings ?? [];
    return all.filter(
      ({ kind, thread, name }) => kind === "image" && thread === this.camera.thread && !this.legend.isOff(name),
    );
  }
}

// Modules draw in black by default, which is hardly seen in images.
function visible(shape) {
  return shape.color === "black" ? { ...shape, color: "#f4f4f4" } : shape;
}
