// The 3-D pane: camera by mouse, robots and ball by dragging, follow what matters.

import { h } from "./dom.js";
import { say } from "./feed.js";
import { Scene } from "./scene.js";
import { layout, mayMove, now, on, remember, robotIndex } from "./store.js";

const PACED_EVERY = 700; // ms
const SLOW = 60, QUICK = 44; // ms between two pictures; moments come every 40 ms

export const stats = { drawn: 0, since: performance.now() };

export function sceneView() {
  const canvas = h("canvas", { class: "scene", tabindex: "0", "aria-label": "3-D scene" });
  const follow = h("select", { title: "What the camera follows (f)", onchange: () => remember({ follow: follow.value }) },
    h("option", { value: "free" }, "free camera"), h("option", { value: "ball" }, "follow ball"),
    h("option", { value: "robot" }, "follow robot"));
  follow.value = layout.follow;
  const hint = h("span", { class: "hint" }, "");
  const pane = h("div", { class: "pane scene-pane" }, canvas, h("div", { class: "overlay" }, follow, hint));
  let scene;
  try {
    scene = new Scene(canvas, now.stage);
    scene.theme(layout.theme);
  } catch (error) {
    pane.replaceChildren(h("p", { class: "empty" }, `No 3-D view: ${error.message}. The field view shows the same.`));
    return pane;
  }
  new View(canvas, scene, hint);
  on("layout.follow", () => (follow.value = layout.follow));
  return pane;
}

class View {
  constructor(canvas, scene, hint) {
    Object.assign(this, { canvas, scene, hint, dirty: true, drag: null, dropped: null, fitted: false });
    const redraw = () => (this.dirty = true);
    on("moment", () => { this.dropped = null; redraw(); });
    on("layout", redraw);
    on("layout.theme", () => scene.theme(layout.theme));
    new ResizeObserver(redraw).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("dblclick", (event) => this.double(event));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    const loop = () => { this.frame(); requestAnimationFrame(loop); };
    requestAnimationFrame(loop);
  }

  frame() {
    if (!this.dirty || !now.moment || !this.canvas.clientWidth) return;
    this.dirty = false;
    if (!this.fitted) {
      this.fitted = true;
      this.scene.reset();
    }
    this.followed();
    this.pace(performance.now());
    this.scene.draw(this.shown(), robotIndex(layout.robot));
    stats.drawn += 1;
  }

  // Coarser pixels while pictures come too slowly, finer ones again when there is time.
  pace(at) {
    const taken = at - (this.drawnAt ?? at);
    this.drawnAt = at;
    if (taken > 0 && taken < 500) this.interval = 0.9 * (this.interval ?? 50) + 0.1 * taken;
    if (at - (this.pacedAt ?? at) < PACED_EVERY && this.pacedAt) return;
    this.pacedAt = at;
    this.scene.coarsen(this.interval > SLOW ? 0.85 : this.interval < QUICK ? 1.08 : 1);
  }

  // The newest moment, with what is being dragged at the pointer.
  shown() {
    const held = this.drag?.thing ? this.drag : this.dropped;
    if (!held?.at) return now.moment;
    const moment = { ...now.moment, robots: [...now.moment.robots] };
    if (held.thing === "ball") {
      moment.ball = Float32Array.from([held.at[0], held.at[1], ...now.moment.ball.slice(2)]);
    } else {
      const robot = moment.robots[held.index];
      const torso = Float32Array.from(robot.torso);
      torso.set(held.at);
      moment.robots[held.index] = { ...robot, torso };
    }
    return moment;
  }

  followed() {
    const target = this.scene.camera.target;
    const index = robotIndex(layout.robot);
    const point = layout.follow === "ball" ? now.moment.ball
      : layout.follow === "robot" && index >= 0 ? now.moment.robots[index].torso : null;
    if (!point) return;
    for (let i = 0; i < 2; i++) target[i] += (point[i] - target[i]) * 0.25;
    if (Math.hypot(point[0] - target[0], point[1] - target[1]) > 0.005) this.dirty = true;
  }

  picked(x, y) {
    const { origin, direction } = this.scene.ray(x, y);
    const length = Math.hypot(...direction);
    const away = (p) => {
      const d = p.map((v, i) => v - origin[i]);
      const along = d.reduce((sum, v, i) => sum + v * direction[i], 0) / length;
      return { gap: Math.sqrt(Math.max(0, d.reduce((s, v) => s + v * v, 0) - along * along)), along };
    };
    let best = null;
    const consider = (thing, index, point, reach) => {
      const { gap, along } = away(point);
      if (gap < reach && (!best || along < best.along)) best = { thing, index, along };
    };
    consider("ball", -1, [...now.moment.ball.slice(0, 3)], 0.09);
    now.moment.robots.forEach((robot, index) => {
      const [x1, y1, z1] = robot.torso;
      consider("robot", index, [x1, y1, z1 * 0.9], 0.22);
    });
    return best;
  }

  down(event) {
    if (!now.moment) return;
    const hit = event.button === 0 && !event.shiftKey ? this.picked(event.offsetX, event.offsetY) : null;
    this.drag = { x: event.offsetX, y: event.offsetY, button: event.button, moved: false,
      thing: hit && mayMove() ? hit.thing : null, index: hit?.index, hit };
    this.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    const drag = this.drag, camera = this.scene.camera;
    if (!drag) {
      const hit = now.moment && this.picked(event.offsetX, event.offsetY);
      this.canvas.style.cursor = hit ? (mayMove() ? "grab" : "pointer") : "";
      const name = hit ? (hit.thing === "ball" ? "ball" : now.stage.robots[hit.index].name) : "";
      if (this.hint.textContent !== name) this.hint.textContent = name;
      return;
    }
    const dx = event.offsetX - drag.x, dy = event.offsetY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    drag.moved = true;
    if (drag.thing) {
      const at = this.scene.ground(event.offsetX, event.offsetY, drag.thing === "ball" ? 0.05 : 0.2);
      if (at) drag.at = at;
    } else if (drag.button === 2 || event.shiftKey) {
      const { right } = this.scene.axes(), scale = camera.distance / this.canvas.clientHeight;
      const ahead = [-Math.cos(camera.yaw), -Math.sin(camera.yaw)];
      for (let i = 0; i < 2; i++) camera.target[i] -= (dx * right[i] - dy * ahead[i]) * scale;
      remember({ follow: "free" });
      [drag.x, drag.y] = [event.offsetX, event.offsetY];
    } else {
      camera.yaw -= dx * 0.006;
      camera.pitch = Math.min(1.55, Math.max(0.04, camera.pitch + dy * 0.006));
      [drag.x, drag.y] = [event.offsetX, event.offsetY];
    }
    this.dirty = true;
  }

  up() {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    if (!drag.moved && drag.hit?.thing === "robot") remember({ robot: now.stage.robots[drag.hit.index].name });
    if (drag.moved && drag.thing && drag.at) {
      this.dropped = drag;
      put(drag.thing, drag.index, drag.at);
    }
  }

  wheel(event) {
    event.preventDefault();
    const camera = this.scene.camera;
    camera.distance = Math.min(22, Math.max(0.8, camera.distance * Math.exp(event.deltaY * 0.0012)));
    this.dirty = true;
  }

  double(event) {
    const hit = now.moment && this.picked(event.offsetX, event.offsetY);
    if (hit?.thing === "robot") remember({ robot: now.stage.robots[hit.index].name, page: "robot" });
    else if (!hit) this.scene.reset();
    this.dirty = true;
  }
}

// Puts the ball or a robot to a place in the world; robots keep their direction.
export function put(thing, index, [x, y]) {
  const at = `${x.toFixed(3)} ${y.toFixed(3)}`;
  if (thing === "ball") return say(`ball ${at}`);
  const degrees = ((now.moment.robots[index].heading * 180) / Math.PI).toFixed(1);
  return say(`move ${now.stage.robots[index].name} ${at} ${degrees}`);
}
