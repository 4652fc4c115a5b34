// Color classes in YHS2: pick what is white, black, field or else; move the borders between them.

import { cameraImage } from "../camera/camera_image.js";
import { chosenCamera } from "../page/stage.js";
import { h, setText } from "../page/dom.js";
import { fitColors } from "../page/feed.js";
import { notify } from "../page/store.js";

const WIDTH = 320,
  HEIGHT = 240; // px in which colors are looked at
const CLASSES = { white: "#f2f4f6", black: "#15191d", field: "#3f9d4e", other: "#e08a2e" };
const MOST = 600; // pixels of a class that are used for the fit
const degrees = (angle) => (angle * 180) / Math.PI;

export function colorCalibration(panel) {
  const samples = Object.fromEntries(Object.keys(CLASSES).map((name) => [name, []]));
  let picking = "field",
    values = null,
    shares = {},
    darkest = 16,
    pixels = null,
    corner = null,
    edge = null;
  const seen = h("canvas", {
    class: "camera picking",
    width: WIDTH,
    height: HEIGHT,
    "aria-label": "image; drag over a region to name its colors",
  });
  const classed = h("canvas", {
    class: "camera",
    width: WIDTH,
    height: HEIGHT,
    "aria-label": "color classes",
  });
  const note = h("p", { class: "muted" }),
    chips = h("div", { class: "chips" });
  const sliders = {
    white_y: slider("white from", 0, 255, 1, "brightness", (v) => (values.white_y = v)),
    colorless: slider("colorless below", 0, 1, 0.005, "saturation", (v) => (values.colorless = v)),
    first: slider("field from", -180, 180, 0.5, "° hue", (v) => (values.field_hue[0] = (v * Math.PI) / 180)),
    last: slider("field to", -180, 180, 0.5, "° hue", (v) => (values.field_hue[1] = (v * Math.PI) / 180)),
  };
  const source = cameraImage(panel, () => paint());

  function slider(label, min, max, step, unit, take) {
    const input = h("input", { type: "range", min, max, step, "aria-label": label }),
      shown = h("output", { class: "number" });
    input.addEventListener("input", () => {
      take(Number(input.value));
      shares = {};
      show();
      paint();
    });
    return {
      input,
      shown,
      unit,
      element: h("label", { class: "slider" }, h("span", {}, label), input, shown),
    };
  }

  const show = () => {
    const now = {
      white_y: values.white_y,
      colorless: values.colorless,
      first: degrees(values.field_hue[0]),
      last: degrees(values.field_hue[1]),
    };
    for (const [key, { input, shown, unit }] of Object.entries(sliders)) {
      input.value = now[key];
      setText(shown, `${now[key].toFixed(key === "colorless" ? 3 : 1)} ${unit}`);
    }
    chips.replaceChildren(
      ...Object.entries(CLASSES).map(([name, color]) =>
        h(
          "button",
          {
            class: "chip",
            "data-class": name,
            "aria-pressed": name === picking,
            onclick: () => {
              picking = name;
              show();
            },
          },
          h("i", { class: "swatch", style: `background:${color}` }),
          name,
          samples[name].length ? ` ${samples[name].length} px` : "",
          name in shares ? ` · ${(100 * shares[name]).toFixed(0)} %` : "",
        ),
      ),
    );
  };
  const load = async () => {
    if (values) return;
    const reply = await fitColors({});
    if (reply.ok)
      (({ darkest } = reply),
        (values = { white_y: reply.white_y, colorless: reply.colorless, field_hue: reply.field_hue }),
        show(),
        paint());
  };
  const fit = async () => {
    const few = Object.fromEntries(
      Object.entries(samples)
        .filter(([, list]) => list.length)
        .map(([name, list]) => [name, thinned(list)]),
    );
    if (!few.white || !few.field)
      return notify("name regions of white and of field, then the borders are found");
    const reply = await fitColors(few);
    if (!reply.ok) return notify(reply.text);
    values = { white_y: reply.white_y, colorless: reply.colorless, field_hue: reply.field_hue };
    shares = reply.shares;
    show();
    paint();
  };
  const paint = () => {
    const image = source.of(chosenCamera(panel)?.thread),
      context = seen.getContext("2d", { willReadFrequently: true });
    setText(
      note,
      image
        ? `Choose a class, then drag over a region of the image that shows it. `
        : "This robot has no image here: play with --fidelity images, or open a recording with images.",
    );
    if (!image || !values) return;
    context.drawImage(image, 0, 0, WIDTH, HEIGHT);
    pixels = context.getImageData(0, 0, WIDTH, HEIGHT);
    classify(pixels, values, darkest, classed);
    if (corner && edge) {
      context.strokeStyle = CLASSES[picking];
      context.lineWidth = 2;
      context.strokeRect(corner[0], corner[1], edge[0] - corner[0], edge[1] - corner[1]);
    }
  };
  const at = (event) => {
    const box = seen.getBoundingClientRect();
    return [
      Math.round(((event.clientX - box.left) / box.width) * WIDTH),
      Math.round(((event.clientY - box.top) / box.height) * HEIGHT),
    ];
  };
  seen.addEventListener("pointerdown", (event) => {
    seen.setPointerCapture(event.pointerId);
    corner = edge = at(event);
  });
  seen.addEventListener("pointermove", (event) => {
    if (corner) {
      edge = at(event);
      paint();
    }
  });
  seen.addEventListener("pointerup", () => {
    if (corner && edge && pixels) take();
    corner = edge = null;
    paint();
  });
  const take = () => {
    const [left, right] = [corner[0], edge[0]].sort((a, b) => a - b),
      [top, bottom] = [corner[1], edge[1]].sort((a, b) => a - b);
    paintPlain();
    for (let y = Math.max(0, top); y <= Math.min(HEIGHT - 1, bottom); y++)
      for (let x = Math.max(0, left); x <= Math.min(WIDTH - 1, right); x++)
        samples[picking].push(ycc(pixels.data, 4 * (y * WIDTH + x)).map(Math.round));
    show();
    if (samples.white.length && samples.field.length) fit();
  };
  // Without the rectangle that was just drawn over it.
  const paintPlain = () => {
    const context = seen.getContext("2d", { willReadFrequently: true });
    context.drawImage(source.of(chosenCamera(panel)?.thread), 0, 0, WIDTH, HEIGHT);
    pixels = context.getImageData(0, 0, WIDTH, HEIGHT);
  };
  const clear = () => {
    for (const list of Object.values(samples)) list.length = 0;
    shares = {};
    show();
  };
  return {
    module: "ColorCalibrationLoader",
    element: h(
      "div",
      {},
      h(
        "div",
        { class: "pair" },
        h("figure", {}, h("figcaption", {}, "image"), seen),
        h("figure", {}, h("figcaption", {}, "color classes"), classed),
      ),
      h(
        "div",
        { class: "row" },
        chips,
        h("button", { class: "action", "data-do": "fit colors", onclick: fit }, "fit"),
        h("button", { class: "action", onclick: clear }, "forget regions"),
      ),
      note,
      h(
        "div",
        { class: "sliders" },
        Object.values(sliders).map((s) => s.element),
      ),
    ),
    refresh: load,
    update: () => {
      if (!corner) paint();
    },
    values: () => ({ ...values }),
    look: () => ({ images: true }),
  };
}

function thinned(list) {
  const step = Math.max(1, Math.floor(list.length / MOST));
  return list.filter((_, i) => i % step === 0).slice(0, MOST);
}

// Back from the picture to what the camera gave: Y, Cb and Cr of studio swing.
export function ycc(data, at) {
  const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
  return [
    16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255,
    128 + (112 * b - 37.797 * r - 74.203 * g) / 255,
    128 + (112 * r - 93.786 * g - 18.214 * b) / 255,
  ];
}

export function colorClass([y, cb, cr], { white_y, colorless, field_hue }, darkest) {
  const bright = Math.max(y, darkest),
    blue = (cb - 128) / bright,
    red = (cr - 128) / bright;
  if (Math.hypot(blue, red) < colorless) return y >= white_y ? "white" : "black";
  const hue = Math.atan2(red, blue);
  return field_hue[0] <= hue && hue <= field_hue[1] ? "field" : "other";
}

function classify(pixels, values, darkest, canvas) {
  const result = new ImageData(pixels.width, pixels.height);
  const shades = Object.fromEntries(
    Object.entries(CLASSES).map(([name, color]) => [
      name,
      [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16)),
    ]),
  );
  for (let at = 0; at < pixels.data.length; at += 4) {
    const shade = shades[colorClass(ycc(pixels.data, at), values, darkest)];
    result.data.set([...shade, 255], at);
  }
  canvas.getContext("2d").putImageData(result, 0, 0);
}
