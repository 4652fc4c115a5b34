// Calibration: color classes and the mounting of the cameras, by eye and by fit.

import { cameraCalibration } from "./camera_calibration.js";
import { colorCalibration } from "./color_calibration.js";
import { h } from "./dom.js";
import { keepCalibration } from "./feed.js";
import { layout, now, remember } from "./store.js";

const PARTS = { colors: ["Colors", colorCalibration], camera: ["Camera mounting", cameraCalibration] };
const CAMERAS = ["upper", "lower"];

export function calibrationView(page) {
  const parts = {}, body = h("div", { class: "scroll calibration" });
  const chosen = () => (layout.calibration in PARTS ? layout.calibration : "colors");
  const part = () => (parts[chosen()] ??= PARTS[chosen()][1](page));
  const choose = (key, value) => h("button", { class: "chip", "data-choose": value, onclick: () => remember({ [key]: value }) }, key === "calibration" ? PARTS[value][0] : `${value} camera`);
  const kinds = Object.keys(PARTS).map((name) => choose("calibration", name)), cameras = CAMERAS.map((name) => choose("calibrated", name));
  const layer = h("input", { placeholder: "name of a layer", value: "mine", "aria-label": "layer", size: 12 });
  const save = h("button", { class: "action", "data-do": "keep calibration", title: "writes these values to a layer for --location", onclick: async () => {
    const reply = await keepCalibration(layer.value, part().module, part().values());
    page.notice(reply.text);
  } }, "save");
  const update = () => {
    for (const chip of kinds) chip.setAttribute("aria-pressed", chip.dataset.choose === chosen());
    for (const chip of cameras) chip.setAttribute("aria-pressed", chip.dataset.choose === layout.calibrated);
    save.disabled = now.status?.read_only ?? false;
    if (body.firstChild !== part().element) body.replaceChildren(part().element);
    part().update();
  };
  return {
    element: h("div", { class: "view" }, h("div", { class: "toolbar" }, h("div", { class: "chips" }, kinds), h("div", { class: "chips" }, cameras), h("span", { class: "grow" }), layer, save), body),
    refresh: () => { part().refresh(); update(); },
    thoughts: update,
    look: () => part().look(),
    rebuildOn: ["layout.calibration", "layout.calibrated"],
  };
}
