// One websocket: moments, data of robots and answers come in, requests go out.

import { emit, now } from "./store.js";

const TORSO = 7,
  ESTIMATE = 5; // numbers of a robot, beside its joints
const HEAD = 10; // numbers before those of the robots

let socket = null;
let counter = 0;
let retry = 0;
let wanted = "";
let changed = false; // whether what panels need has to be sent again
const waiting = new Map();
const looks = new Map(); // owner → {robot: look}
export const received = { moments: 0, bytes: 0 };

export function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/feed${location.search}`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    retry = 0;
    wanted = "";
    watch();
    emit("connected", true);
  };
  socket.onclose = () => {
    for (const answer of waiting.values()) answer({ ok: false, text: "the studio is gone" });
    waiting.clear();
    emit("connected", false);
    retry = Math.min(retry + 1, 6);
    setTimeout(connect, 300 * retry);
  };
  socket.onmessage = (event) => take(event.data);
}

function take(data) {
  if (data instanceof ArrayBuffer) {
    received.moments += 1;
    received.bytes += data.byteLength;
    now.moment = unpacked(new Float32Array(data));
    emit("moment");
    return;
  }
  const message = JSON.parse(data);
  if (message.kind === "reply") {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  } else if (message.kind === "status") {
    const before = now.status;
    now.status = message;
    if (before && before.mode !== message.mode) emit("mode");
    emit("status");
  } else if (message.kind === "events") {
    now.events = message.events;
    emit("events");
  } else if (message.kind === "thoughts") {
    now.data.set(message.robot, message.of);
    emit("data", message.robot);
  } else if (message.kind === "failure") {
    emit("failure", message.text);
  }
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

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function asked(message) {
  return new Promise((resolve) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      resolve({ ok: false, text: "the studio is gone" });
      return;
    }
    const id = ++counter;
    waiting.set(id, resolve);
    send({ ...message, id });
  });
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

// Which options were active when, over a whole recording.
export function behaviorSpans(robot) {
  return asked({ do: "behavior", robot });
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
export function sampleLines(robot, clear = false) {
  return asked({ do: "sample lines", robot, clear });
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
  const robots = {};
  for (const needed of looks.values()) {
    for (const [name, look] of Object.entries(needed)) {
      const sum = (robots[name] ??= { values: [], drawings: [] });
      for (const key of ["values", "drawings"]) {
        sum[key] = [...new Set([...sum[key], ...(look[key] ?? [])])];
      }
      for (const key of ["draw", "timings", "images"]) if (look[key]) sum[key] = true;
    }
  }
  const message = { do: "watch", moments: true, robots };
  const text = JSON.stringify(message);
  if (text !== wanted && socket?.readyState === WebSocket.OPEN) {
    wanted = text;
    socket.send(text);
  }
}
