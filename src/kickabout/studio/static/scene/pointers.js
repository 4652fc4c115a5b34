// Mouse, fingers and keys over the scene: turn, move, zoom, choose and drag.


const TURN = 0.006; // rad per px
const STILL = 4; // px that a click may move
const KEY_TURN = 0.12; // rad
const BALL_REACH = 0.09; // m from the ray
const ROBOT_REACH = 1.85; // radii of a robot

// The nearest robot or ball (index −1) on a ray; null if there is none.
export function picked({ origin, direction }, moment, { kinds, robots }) {
  const length = Math.hypot(...direction);
  let best = null;
  const consider = (index, point, reach) => {
    const d = point.map((v, i) => v - origin[i]),
      along = d.reduce((sum, v, i) => sum + v * direction[i], 0) / length;
    const gap = Math.sqrt(Math.max(0, d.reduce((sum, v) => sum + v * v, 0) - along * along));
    if (gap < reach && (!best || along < best.along)) best = { index, along };
  };
  consider(-1, [...moment.ball.subarray(0, 3)], BALL_REACH);
  moment.robots.forEach(({ torso: [x, y, z] }, index) =>
    consider(index, [x, y, z * 0.9], ROBOT_REACH * kinds[robots[index].kind].radius),
  );
  return best;
}

export class Pointers {
  constructor(canvas, view) {
    Object.assign(this, { canvas, view, fingers: new Map(), drag: null });
    const on = (name, act, options) => canvas.addEventListener(name, act, options);
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) on(name, (event) => this.up(event));
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("dblclick", (event) => view.double(view.hit(...this.at(event))));
    on("contextmenu", (event) => event.preventDefault());
    on("keydown", (event) => this.key(event));
  }

  // What is dragged to another place, and to where.
  get held() {
    return this.drag?.index !== undefined && this.drag.index !== null ? this.drag : null;
  }

  // A point of the canvas from −1 to 1 across and up.
  at({ offsetX, offsetY }) {
    return [(2 * offsetX) / this.canvas.clientWidth - 1, 1 - (2 * offsetY) / this.canvas.clientHeight];
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (this.fingers.size > 1) return void (this.drag = null);
    const hit = event.button === 0 && !event.shiftKey ? this.view.hit(...this.at(event)) : null;
    this.drag = {
      x: event.offsetX,
      y: event.offsetY,
      moves: event.button !== 0 || event.shiftKey,
      moved: false,
      hit,
      index: hit && this.view.mayMove ? hit.index : null,
    };
  }

  move(event) {
    if (this.fingers.size > 1) return void this.pinch(event);
    const { drag, view } = this;
    if (!drag) return void view.hover(view.hit(...this.at(event)));
    const dx = event.offsetX - drag.x,
      dy = event.offsetY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < STILL) return;
    drag.moved = true;
    if (this.held)
      drag.at = view.scene.view.ground(...this.at(event), drag.index < 0 ? 0.05 : 0.2) ?? drag.at;
    else {
      if (drag.moves) this.pan([drag.x, drag.y], [event.offsetX, event.offsetY]);
      else view.scene.view.turn(dx * TURN, dy * TURN);
      [drag.x, drag.y, view.moved] = [event.offsetX, event.offsetY, true];
    }
    view.changed();
  }

  pan(from, to) {
    this.view.free();
    this.view.scene.view.pan(
      this.at({ offsetX: from[0], offsetY: from[1] }),
      this.at({ offsetX: to[0], offsetY: to[1] }),
    );
  }

  // Two fingers move and zoom.
  pinch(event) {
    const before = [...this.fingers.values()];
    this.fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
    const after = [...this.fingers.values()];
    const middle = (list) => [(list[0][0] + list[1][0]) / 2, (list[0][1] + list[1][1]) / 2];
    const apart = (list) => Math.hypot(list[0][0] - list[1][0], list[0][1] - list[1][1]) || 1;
    this.pan(middle(before), middle(after));
    const [x, y] = middle(after);
    this.view.scene.view.zoom(apart(before) / apart(after), ...this.at({ offsetX: x, offsetY: y }));
    this.view.changed();
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    const { drag, view } = this;
    this.drag = null;
    if (!drag) return;
    if (!drag.moved && drag.hit) view.choose(drag.hit.index);
    if (drag.moved && drag.index !== null && drag.at) view.drop(drag);
  }

  wheel(event) {
    event.preventDefault();
    this.view.moved = true;
    const following = this.view.panel.setting("follow") !== "free";
    this.view.scene.view.zoom(Math.exp(event.deltaY * 0.0012), ...(following ? [] : this.at(event)));
    this.view.changed();
  }

  key(event) {
    const camera = this.view.scene.view;
    const acts = {
      ArrowLeft: () => camera.turn(-KEY_TURN, 0),
      ArrowRight: () => camera.turn(KEY_TURN, 0),
      ArrowUp: () => camera.turn(0, KEY_TURN),
      ArrowDown: () => camera.turn(0, -KEY_TURN),
      "+": () => camera.zoom(0.85),
      "-": () => camera.zoom(1 / 0.85),
      Home: () => this.view.whole(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    this.view.moved = true;
    acts[event.key]();
    this.view.changed();
  }
}
