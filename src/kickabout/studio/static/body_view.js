// Joints and sensors: wanted against measured angles, inertia, feet, buttons, battery.

import { h, setText } from "./dom.js";
import { layout, now } from "./store.js";

const DEGREES = 180 / Math.PI;

export function bodyView() {
  const rows = now.stage.joints.map((name) => {
    const cells = Array.from({ length: 5 }, () => h("td", { class: "number" })), bar = h("i", { class: "center-bar" });
    return { cells, bar, element: h("tr", {}, h("td", {}, name.replaceAll("_", " ")), cells, h("td", { class: "bar-cell" }, bar)) };
  });
  const sensors = h("div", { class: "sensors" });
  const update = () => {
    const values = now.thoughts.get(layout.robot)?.values ?? {};
    const request = values.JointRequest, state = values.JointState, frame = values.SensorFrame;
    rows.forEach(({ cells, bar }, i) => {
      const angle = state?.angles?.[i], wish = request?.angles?.[i];
      setText(cells[0], wish === undefined ? "–" : (wish * DEGREES).toFixed(1));
      setText(cells[1], angle === undefined ? "–" : (angle * DEGREES).toFixed(1));
      setText(cells[2], request ? `${Math.round(request.stiffness[i] * 100)}` : "–");
      setText(cells[3], frame ? frame.joint_currents[i].toFixed(2) : "–");
      setText(cells[4], frame ? frame.joint_temperatures[i].toFixed(0) : "–");
      const turn = Math.max(-1, Math.min(1, (angle ?? 0) / 2.1));
      bar.style.width = `${Math.abs(turn) * 50}%`;
      bar.style.left = turn < 0 ? `${50 + turn * 50}%` : "50%";
    });
    if (frame) sensors.replaceChildren(...groups(frame, values.InertialState));
  };
  const groups = (frame, inertia) => {
    const listed = (title, entries) => h("section", {}, h("h3", {}, title), h("dl", {}, entries.flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)])));
    const axes = (vector, digits = 2) => vector.map((v) => v.toFixed(digits)).join("  ");
    const foot = (forces) => `${forces.reduce((a, b) => a + b, 0).toFixed(1)} N  (${forces.map((f) => f.toFixed(0)).join(" ")})`;
    return [
      listed("Inertia", [["gyro, rad/s", axes(frame.gyro)], ["acceleration, m/s²", axes(frame.accelerometer)],
        ["roll and pitch, °", inertia ? `${(inertia.roll * DEGREES).toFixed(1)}  ${(inertia.pitch * DEGREES).toFixed(1)}` : "–"]]),
      listed("Feet", [["left", foot(frame.foot_forces[0])], ["right", foot(frame.foot_forces[1])], ["bumpers", frame.foot_bumpers.map((b) => (b ? "●" : "○")).join(" ")]]),
      listed("Body", [["battery", `${Math.round(frame.battery_charge * 100)} %`], ["chest button", frame.chest_button ? "pressed" : "free"],
        ["sonar, m", axes(frame.sonar)], ["connected", frame.connected ? "yes" : "no"]]),
    ];
  };
  const heads = ["joint", "wanted °", "is °", "stiff %", "A", "°C", ""];
  return {
    element: h("div", { class: "view split-view" }, h("div", { class: "scroll" }, h("table", { class: "joints" }, h("thead", {}, h("tr", {}, heads.map((text) => h("th", {}, text)))), h("tbody", {}, rows.map((row) => row.element)))), h("div", { class: "scroll narrow-side" }, sensors)),
    refresh: update,
    thoughts: update,
    look: () => ({ values: ["JointRequest", "JointState", "SensorFrame", "InertialState"] }),
    rebuildOn: [],
  };
}
