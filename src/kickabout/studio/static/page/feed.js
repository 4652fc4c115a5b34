// A websocket for each match or recording: moments, data and answers come in, requests go out.

import { emit, matchOf, now } from "./store.js";

const TORSO = 7,
  ESTIMATE = 5; // numbers of a robot, beside its joints
const HEAD = 10; // numbers before those of the robots

const looks = new Map(); // owner → {robot: look}
let changed = false; // whether what panels need has to be sent again
const feeds = new Map(); // by key of the match
export const received = { moments: 0, bytes: 0 };

class Feed {
  constructor(match, path) {
    Object.assign(this, { match, path, socket: null, counter: 0, retry: 0, wanted: "", waiting: new Map() });
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.path}/feed${location.search}`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      this.retry = 0;
      this.wanted = "";
      this.watch();
      this.tell("connected", true);
    };
    this.socket.onclose = () => {
      for (const answer of this.waiting.values()) answer({ ok: false, text: "the studio is gone" });
      this.waiting.clear();
      this.tell("connected", false);
      this.retry = Math.min(this.retry + 1, 6);
      setTimeout(() => this.connect(), 300 * this.retry);
    };
    this.socket.onmessage = (event) => this.take(event.data);
  }

  // What happens beside has names of its own.
  tell(name, detail) {
    emit(this.match === now ? name : `beside ${name}`, detail);
  }

  take(data) {
    if (data instanceof ArrayBuffer) {
      received.moments += 1;
      received.bytes += data.byteLength;
      this.match.moment = unpacked(new Float32Array(data));
      this.tell("moment");
      return;
    }
    const message = JSON.parse(data);
    if (message.kind === "reply") {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    } else if (message.kind === "status") {
      const before = this.match.status;
      this.match.status = message;
      if (before && before.mode !== message.mode) this.tell("mode");
      this.tell("status");
    } else if (message.kind === "events") {
      this.match.events = message.events;
      this.tell("events");
    } else if (message.kind === "thoughts") {
      const robot = this.match.key + message.robot;
      now.data.set(robot, message.of);
      emit("data", robot);
    } else if (message.kind === "failure") {
      emit("failure", message.text);
    }
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  asked(message) {
    return new Promise((resolve) => {
      if (!this.isOpen) {
        resolve({ ok: false, text: "the studio is gone" });
        return;
      }
      const id = ++this.counter;
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  watch() {
    const robots = {};
    for (const needed of looks.values()) {
      for (const [name, look] of Object.entries(needed)) {
        if (matchOf(name) !== this.match) continue;
        const sum = (robots[name.slice(this.match.key.length)] ??= { values: [], drawings: [] });
        for (const key of ["values", "drawings"]) {
          sum[key] = [...new Set([...sum[key], ...(look[key] ?? [])])];
        }
        for (const key of ["draw", "timings", "images"]) if (look[key]) sum[key] = true;
      }
    }
    const text = JSON.stringify({ do: "watch", moments: true, robots });
    if (text !== this.wanted && this.isOpen) {
      this.wanted = text;
      this.socket.send(text);
    }
  }
}

export function connect(match = now, path = "") {
  feeds.set(match.key, new Feed(match, path));
}

function unpacked(data) {
  const robots = [],
    [time, count, joints] = data,
    width = TORSO + joints + ESTIMATE;
  for (let i = 0; i < count; i++) {
    const at = HEAD + i * width;
    robots.push({
      torso: data.subarray(at, at + TORSO),
      joints: data.subarray(at + TORSO, at + TORSO + joints),
      belief: data.subarray(at + TORSO + joints, at + width),
      heading: heading(data, at + 3),
    });
  }
  return { time, ball: data.subarray(3, HEAD), robots };
}

function heading(data, at) {
  const [w, x, y, z] = data.subarray(at, at + 4);
  return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

// Asks the match or recording that has the robot of a message, or that a line is for.
function asked(message) {
  const key = message.robot !== undefined ? "robot" : "line",
    match = matchOf(message[key] ?? "");
  const own = key in message ? { [key]: message[key].slice(match.key.length) } : {};
  return feeds.get(match.key).asked({ ...message, ...own });
}

// Runs a command of the console; a failure is also shown as a notice unless it is wanted quietly.
export async function run(line, { quiet = false } = {}) {
  const reply = await asked({ do: "say", line });
  if (!reply.ok && !quiet) emit("failure", reply.text);
  return reply;
}

export function complete(line) {
  return asked({ do: "complete", line });
}

export function ask(robot, look) {
  return asked({ do: "ask", robot, look });
}

// Curves of a robot over a stretch of a recording, by path, reduced to about so many points.
export function overview(robot, paths, start, end, points) {
  return asked({ do: "overview", robot, paths, start, end, points: Math.round(points) });
}

// Where ball and robots were at another time of a recording than the one that is shown.
export function positions(time) {
  return asked({ do: "positions", time });
}

// Which options were active when, over a whole recording, or in a match until a time.
export function behaviorSpans(robot, end = 0) {
  return asked({ do: "behavior", robot, end });
}

// Key-frame motions: without a name all names; what is edited as postures; saved under a name.
export function motion(name = "") {
  return asked({ do: "motion", name });
}

export function showMotion(name, text, start) {
  return asked({ do: "show motion", name, text, start });
}

export function keepMotion(name, text) {
  return asked({ do: "keep motion", name, text });
}

// Calibration: lines that a robot sees are sampled and fitted; colors likewise; a layer keeps both.
export function sampleLines(robot, threads, clear = false) {
  return asked({ do: "sample lines", robot, threads, clear });
}

export function fitCamera(robot, place) {
  return asked({ do: "fit camera", robot, place });
}

export function fitColors(samples) {
  return asked({ do: "fit colors", samples });
}

export function keepCalibration(layer, module, values) {
  return asked({ do: "keep calibration", layer, module, values });
}

// Layouts of the workbench that were saved under a name; null removes one.
export function layouts() {
  return asked({ do: "layouts" });
}

export function keepLayout(name, layout) {
  return asked({ do: "keep layout", name, layout });
}

// Each panel says what it needs; the sum goes to the studio, and only when it changes.
export function need(owner, robots) {
  if (robots && Object.keys(robots).length) looks.set(owner, robots);
  else looks.delete(owner);
  if (!changed) queueMicrotask(watch);
  changed = true;
}

function watch() {
  changed = false;
  for (const feed of feeds.values()) feed.watch();
}
