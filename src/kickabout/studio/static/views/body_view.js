// Joints and sensors: requested against measured angles, inertia, feet, buttons, battery.

import { h, setText } from "../page/dom.js";
import { describedRobot, kindOf } from "../page/stage.js";

const DEGREES = 180 / Math.PI;
const HEADS = ["joint", "requested °", "measured °", "stiff %", "A", "°C", ""];
const RANGE = 2.1; // rad, shown as a whole bar
const NEEDED = ["JointRequest", "JointState", "SensorFrame", "InertialState"];

export function bodyView(panel) {
  let rows = [],
    listed = "";
  const sensors = h("div", { class: "sensors" }),
    body = h("tbody", {});
  // Robots of another kind have other joints.
  const list = () => {
    const described = describedRobot(panel.robot);
    if (!described || described.kind === listed) return;
    listed = described.kind;
    rows = kindOf(described).joints.map((name, index) => jointRow(name, index));
    body.replaceChildren(...rows.map(({ element }) => element));
  };
  const refresh = () => {
    list();
    rows.forEach(({ update }) => update(panel.values));
    if (panel.values.SensorFrame) sensors.replaceChildren(...sections(panel.values));
  };
  const table = h(
    "table",
    { class: "joints" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        HEADS.map((text) => h("th", {}, text)),
      ),
    ),
    body,
  );
  return {
    element: h(
      "div",
      { class: "split-view" },
      h("div", { class: "scroll" }, table),
      h("div", { class: "scroll narrow-side" }, sensors),
    ),
    refresh,
    data: refresh,
    look: () => ({ values: NEEDED }),
  };
}

function jointRow(name, index) {
  const cells = Array.from({ length: 5 }, () => h("td", { class: "number" })),
    bar = h("i", { class: "center-bar" });
  const element = h(
    "tr",
    {},
    h("td", {}, name.replaceAll("_", " ")),
    cells,
    h("td", { class: "bar-cell" }, bar),
  );
  const update = ({ JointRequest: request, JointState: state, SensorFrame: frame }) => {
    const angle = state?.angles?.[index],
      requested = request?.angles?.[index];
    const texts = [
      degrees(requested),
      degrees(angle),
      request ? `${Math.round(request.stiffness[index] * 100)}` : "–",
      frame ? frame.joint_currents[index].toFixed(2) : "–",
      frame ? frame.joint_temperatures[index].toFixed(0) : "–",
    ];
    texts.forEach((text, i) => setText(cells[i], text));
    const turn = Math.max(-1, Math.min(1, (angle ?? 0) / RANGE));
    bar.style.width = `${Math.abs(turn) * 50}%`;
    bar.style.left = turn < 0 ? `${50 + turn * 50}%` : "50%";
  };
  return { element, update };
}

function degrees(angle) {
  return angle === undefined || angle === null ? "–" : rounded(angle * DEGREES, 1);
}

// Without the sign of a zero.
function rounded(value, digits) {
  return (Number(value.toFixed(digits)) + 0).toFixed(digits);
}

function sections({ SensorFrame: frame, InertialState: inertia }) {
  const axes = (vector) => vector.map((v) => rounded(v, 2)).join("  ");
  const foot = (forces) =>
    `${forces.reduce((a, b) => a + b, 0).toFixed(1)} N  (${forces.map((f) => f.toFixed(0)).join(" ")})`;
  const feet = frame.foot_forces.map((forces, number) => [
    ["left", "right"][number] ?? number + 1,
    foot(forces),
  ]);
  const pressed = Object.entries(frame.buttons).filter(([, isPressed]) => isPressed);
  return [
    section("Inertia", [
      ["gyro, rad/s", axes(frame.gyro)],
      ["acceleration, m/s²", axes(frame.accelerometer)],
      ["roll and pitch, °", inertia ? `${degrees(inertia.roll)}  ${degrees(inertia.pitch)}` : "–"],
    ]),
    ...(frame.foot_forces.length ? [section("Feet", feet)] : []),
    section("Body", [
      ["battery", `${Math.round(frame.battery_charge * 100)} %`],
      ["pressed", pressed.map(([name]) => name.replaceAll("_", " ")).join(", ") || "–"],
      ...Object.entries(frame.distances).map(([name, distance]) => [
        `${name.replaceAll("_", " ")}, m`,
        distance.toFixed(2),
      ]),
      ["connected", frame.connected ? "yes" : "no"],
    ]),
  ];
}

function section(title, entries) {
  return h(
    "section",
    {},
    h("h3", {}, title),
    h(
      "dl",
      {},
      entries.flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]),
    ),
  );
}
