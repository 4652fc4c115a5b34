// What the cameras see: images where there are any, and the drawings of percepts over them.

import { cameraImage } from "./camera_image.js";
import { fitted, h } from "./dom.js";
import { paintShapes } from "./shapes.js";
import { layout, now } from "./store.js";

const CAMERAS = ["upper", "lower"];

export function cameraView() {
  const panes = CAMERAS.map((name) => {
    const canvas = h("canvas", { class: "camera" }), note = h("span", { class: "muted" });
    const pane = { name, canvas, note, element: h("figure", {}, h("figcaption", {}, `${name} camera `, note), canvas) };
    pane.source = cameraImage(() => paint(pane));
    return pane;
  });
  const paint = (pane) => {
    if (!pane.canvas.clientWidth) return;
    const { context, width, height } = fitted(pane.canvas);
    const thoughts = now.thoughts.get(layout.robot);
    const info = thoughts?.values?.[`${pane.name}/CameraInfo`];
    const scale = Math.min(width / (info?.width ?? 640), height / (info?.height ?? 480));
    context.fillStyle = "#101418";
    context.fillRect(0, 0, width, height);
    context.save();
    context.scale(scale, scale);
    const image = pane.source.of(pane.name);
    if (image) context.drawImage(image, 0, 0, info?.width ?? 640, info?.height ?? 480);
    for (const drawing of thoughts?.drawings ?? []) {
      if (drawing.kind === "image" && drawing.thread === pane.name) paintShapes(context, drawing.shapes.map(visible), { finest: 1 / scale, upright: false });
    }
    context.restore();
  };
  // Modules draw in black by default, which nobody sees on a dark ground.
  const visible = (shape) => (shape.color === "black" && !now.thoughts.get(layout.robot)?.images ? { ...shape, color: "#e6e6e6" } : shape);
  const update = () => {
    const images = now.thoughts.get(layout.robot)?.images ?? {};
    for (const pane of panes) {
      pane.note.textContent = images[pane.name] ? "" : "no image at this fidelity: percepts only";
      paint(pane);
    }
  };
  return {
    element: h("div", { class: "view" }, h("div", { class: "scroll cameras" }, panes.map((p) => p.element))),
    refresh: update,
    thoughts: update,
    look: () => ({ values: CAMERAS.map((name) => `${name}/CameraInfo`), images: true, draw: true, drawings: ["BallPercept.*", "LinesPercept.*", "RobotsPercept.*", "FieldBoundary.*", "BallCandidates.*", "BodyContour.*", "*Percept.*"] }),
    rebuildOn: [],
  };
}
