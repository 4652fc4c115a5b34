// Calibration: color classes and the mounting of the cameras, by eye and by fit.

import { h } from "../page/dom.js";
import { keepCalibration } from "../page/feed.js";
import { camerasOf, chosenCamera } from "../page/stage.js";
import { notify } from "../page/store.js";
import { cameraCalibration } from "./camera_calibration.js";
import { colorCalibration } from "./color_calibration.js";

const PARTS = { colors: ["Colors", colorCalibration], camera: ["Camera mounting", cameraCalibration] };

export function calibrationView(panel) {
  const parts = {},
    body = h("div", { class: "scroll calibration padded" });
  const chosen = () => (panel.setting("part") in PARTS ? panel.setting("part") : "colors");
  const part = () => (parts[chosen()] ??= PARTS[chosen()][1](panel));
  const choice = (key, value, text) =>
    h("button", { class: "chip", "data-choose": value, onclick: () => panel.set({ [key]: value }) }, text);
  const kinds = Object.entries(PARTS).map(([name, [title]]) => choice("part", name, title));
  const cameras = h("div", { class: "chips" });
  const listCameras = () => {
    const chosen = chosenCamera(panel)?.name;
    cameras.replaceChildren(
      ...camerasOf(panel.robot).map(({ name }) => {
        const chip = choice("camera", name, `${name} camera`);
        chip.setAttribute("aria-pressed", name === chosen);
        return chip;
      }),
    );
  };
  const layer = h("input", {
    placeholder: "name of a layer",
    value: "mine",
    "aria-label": "layer",
    size: 12,
  });
  const save = h(
    "button",
    {
      class: "action",
      "data-do": "keep calibration",
      title: "writes these values to a layer for --location",
      onclick: async () => {
        const reply = await keepCalibration(layer.value, part().module, part().values());
        notify(reply.text);
      },
    },
    "save",
  );
  const update = () => {
    for (const chip of kinds) chip.setAttribute("aria-pressed", chip.dataset.choose === chosen());
    save.disabled = panel.match.status?.read_only ?? false;
    if (body.firstChild !== part().element) body.replaceChildren(part().element);
    part().update();
  };
  return {
    element: h(
      "div",
      { class: "view" },
      h(
        "div",
        { class: "toolbar" },
        h("div", { class: "chips" }, kinds),
        cameras,
        h("span", { class: "grow" }),
        layer,
        save,
      ),
      body,
    ),
    refresh: () => {
      listCameras();
      part().refresh();
      update();
    },
    data: update,
    look: () => part().look(),
  };
}
