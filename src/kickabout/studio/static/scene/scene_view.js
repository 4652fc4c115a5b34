// The 3-D panel: camera by mouse, finger and keys; robots and ball by dragging; layers to choose.

import { place } from "../field/placing.js";
import { emptyNote, h } from "../page/dom.js";
import { choices, choose, chooseRobot, mayMove, now, ownName, robotIndex } from "../page/store.js";
import { camerasOf } from "../page/stage.js";
import { openPanel } from "../workbench/bench.js";
import { drawRobotMarks } from "./overlays.js";
import { Pace } from "./pace.js";
import { picked, Pointers } from "./pointers.js";
import { Scene } from "./scene.js";
import { Smooth } from "./smooth.js";

const FOLLOWED = { free: "free camera", ball: "follow ball", robot: "follow robot", behind: "behind robot" };
const SETTLED = 350; // ms without a change until a finer picture is drawn

export function sceneView(panel) {
  const canvas = h("canvas", {
    class: "scene",
    tabindex: "0",
    "aria-label": "3-D scene: drag to turn, right button to move, wheel to zoom",
  });
  const follow = h(
    "select",
    {
      title: "what the camera follows (f)",
      "aria-label": "what the camera follows",
      onchange: () => panel.set({ follow: follow.value }),
    },
    Object.entries(FOLLOWED).map(([value, text]) => h("option", { value }, text)),
  );
  const layer = (name, text, title, isOn, act) =>
    h(
      "button",
      { class: "chip glass", "data-layer": name, title, onclick: act, "aria-pressed": isOn() },
      text,
    );
  const layers = h("div", { class: "chips" });
  const hint = h("span", { class: "hint" });
  const element = h(
    "div",
    { class: "pane scene-pane" },
    canvas,
    h("div", { class: "overlay" }, follow, layers, hint),
  );
  let view;
  try {
    view = new SceneView(panel, canvas, hint);
  } catch (error) {
    element.replaceChildren(emptyNote(`No 3-D view: ${error.message}. The field view shows the same.`));
    return { element };
  }
  const list = () =>
    layers.replaceChildren(
      layer(
        "beliefs",
        "beliefs",
        "estimated poses of the robots, and their estimates of the ball",
        () => choices.beliefs,
        () => choose({ beliefs: !choices.beliefs }),
      ),
      layer(
        "cameras",
        "cameras",
        "what the cameras of the chosen robot look at",
        () => Boolean(panel.setting("cameras")),
        () => panel.set({ cameras: !panel.setting("cameras") }),
      ),
      layer(
        "drawings",
        "drawings",
        "percepts, drawings and planned path of the chosen robot",
        () => panel.drawn.includes(panel.robot),
        () => toggleDrawn(ownName(panel.robot)),
      ),
      layer(
        "numbers",
        "numbers",
        "numbers above the robots",
        () => panel.setting("numbers") !== false,
        () => panel.set({ numbers: panel.setting("numbers") === false }),
      ),
    );
  const refresh = () => {
    follow.value = panel.setting("follow");
    list();
    view.changed();
  };
  for (const name of ["choice.beliefs", "choice.drawn", "choice.drawings", "choice.robot"])
    panel.on(name, () => panel.refresh());
  return {
    element,
    refresh,
    data: () => view.changed(),
    looks: () => needed(panel),
    shown: () => view.changed(),
    dispose: () => view.dispose(),
  };
}

function toggleDrawn(robot) {
  const drawn = new Set(choices.drawn);
  if (!drawn.delete(robot)) drawn.add(robot);
  choose({ drawn: [...drawn] });
}

function needed(panel) {
  const robots = Object.fromEntries(
    panel.drawn.map((name) => [
      name,
      { drawings: choices.drawings, draw: true, values: ["PathModel", "RobotPose"] },
    ]),
  );
  if (panel.setting("cameras") && panel.robot) {
    const before = robots[panel.robot] ?? {};
    robots[panel.robot] = { ...before, values: [...(before.values ?? []), ...ofCameras(panel.robot)] };
  }
  return robots;
}

function ofCameras(robot) {
  return camerasOf(robot).flatMap(({ thread }) => [`${thread}/CameraMatrix`, `${thread}/CameraInfo`]);
}

class SceneView {
  constructor(panel, canvas, hint) {
    Object.assign(this, {
      panel,
      canvas,
      hint,
      dirty: true,
      dropped: null,
      fitted: null,
      changedAt: 0,
      refined: false,
    });
    this.scene = new Scene(canvas, this.panel.match.stage);
    this.scene.theme(choices.theme);
    this.pace = new Pace(this.scene.fixed);
    this.smooth = new Smooth();
    this.pointers = new Pointers(canvas, this);
    panel.on("moment", () => {
      this.dropped = null;
      this.smooth.take(this.panel.match.moment, performance.now());
      this.changed();
    });
    panel.on("data", () => this.changed());
    panel.on("theme", () => {
      this.scene.theme(choices.theme);
      this.changed();
    });
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(canvas);
    this.loop = () => {
      this.frame(performance.now());
      this.request = requestAnimationFrame(this.loop);
    };
    this.request = requestAnimationFrame(this.loop);
  }

  changed() {
    this.dirty = true;
    this.changedAt = performance.now();
  }

  resized() {
    if (!this.moved) this.fitted = null; // the view was not changed by hand yet
    this.changed();
  }

  get mayMove() {
    return mayMove(this.panel.match);
  }

  get chosen() {
    return robotIndex(this.panel.robot);
  }

  frame(at) {
    if (!this.panel.match.moment || !this.panel.shown || !this.canvas.clientWidth) return;
    const moving = this.scene.quality.smooth && this.smooth.isMoving(at);
    const settled = !this.dirty && !this.refined && at - this.changedAt > SETTLED && this.scene.finest > 1;
    if (!this.dirty && !moving && !settled) return;
    if (!this.fitted) {
      this.fitted = true;
      this.scene.fit();
    }
    const following = this.dirty && this.followed();
    this.dirty = false;
    const sharpness = settled ? this.scene.finest : this.pace.next(at);
    this.refined = settled;
    this.scene.draw(this.shown(at), {
      chosen: this.chosen,
      sharpness,
      labels: this.panel.setting("numbers") !== false,
      overlay: (scene) => this.overlay(scene),
    });
    if (following) this.changed();
  }

  overlay(scene) {
    const direction = this.panel.match.status?.home_direction ?? 1,
      moment = this.panel.match.moment;
    this.panel.match.stage.robots.forEach(({ name }, index) =>
      drawRobotMarks(scene, moment, index, {
        stage: this.panel.match.stage,
        data: now.data.get(name),
        choices: { ...choices, drawn: this.panel.drawn },
        direction,
        chosen: index === this.chosen,
        cameras: this.panel.setting("cameras") ? camerasOf(name) : null,
      }),
    );
  }

  // The newest moment, with what is being dragged at the pointer.
  shown(at) {
    const held = this.pointers.held ?? this.dropped;
    const moment =
      this.scene.quality.smooth && this.smooth.last === this.panel.match.moment ? this.smooth.at(at) : this.panel.match.moment;
    if (!held?.at) return moment;
    if (held.index < 0) return { ...moment, ball: Float32Array.from([...held.at, ...moment.ball.slice(2)]) };
    const robots = [...moment.robots],
      torso = Float32Array.from(robots[held.index].torso);
    torso.set(held.at);
    robots[held.index] = { ...robots[held.index], torso };
    return { ...moment, robots };
  }

  followed() {
    const followed = this.panel.setting("follow"),
      robot = this.panel.match.moment.robots[this.chosen];
    const point = followed === "ball" ? this.panel.match.moment.ball : followed === "free" ? null : robot?.torso;
    if (!point) return false;
    if (this.following !== followed) this.close(followed);
    if (followed === "behind") this.scene.view.behind(robot.heading);
    return this.scene.view.follow(point);
  }

  // What begins to be followed comes near.
  close(followed) {
    this.following = followed;
    this.moved = true;
    const view = this.scene.view;
    if (followed !== "ball")
      Object.assign(view, { distance: Math.min(view.distance, 3), pitch: Math.min(view.pitch, 0.5) });
    view.target[2] = followed === "ball" ? 0.05 : 0.25;
  }

  free() {
    this.moved = true;
    if (this.panel.setting("follow") !== "free") this.panel.set({ follow: "free" });
  }

  hit(u, v) {
    return this.panel.match.moment && picked(this.scene.view.ray(u, v), this.panel.match.moment, this.panel.match.stage);
  }

  hover(hit) {
    this.canvas.style.cursor = hit ? (mayMove(this.panel.match) ? "grab" : "pointer") : "";
    const name = hit ? (hit.index < 0 ? "ball" : this.panel.match.stage.robots[hit.index].name) : "";
    if (this.hint.textContent !== name) this.hint.textContent = name;
  }

  choose(index) {
    if (index >= 0) chooseRobot(this.panel.match.stage.robots[index].name);
  }

  drop(held) {
    this.dropped = held;
    place(held.index, held.at);
  }

  // A double click opens what is known of a robot; beside robots it shows the whole field again.
  double(hit) {
    if (hit?.index >= 0) {
      this.choose(hit.index);
      openPanel("data");
    } else if (!hit) this.whole();
  }

  whole() {
    this.panel.set({ follow: "free" });
    [this.following, this.moved] = ["free", false];
    this.scene.fit();
    this.changed();
  }

  dispose() {
    cancelAnimationFrame(this.request);
    this.observer.disconnect();
    this.scene.dispose();
  }
}
