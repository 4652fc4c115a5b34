// The address keeps what is looked at: layout, robot, and the time of a recording.

import { run } from "./feed.js";
import { choices, choose, isRobot, now, on } from "./store.js";

const WRITTEN_EVERY = 500; // ms

// Choices named by the address win over those that the browser remembers.
export function readAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const changes = {};
  if (named.get("layout")) changes.layout = named.get("layout");
  if (isRobot(named.get("robot"))) changes.robot = named.get("robot");
  choose(changes);
  return named.has("time") ? Number(named.get("time")) : null;
}

export function keepAddress(time) {
  let timer = null;
  const write = () => {
    timer = null;
    const named = new URLSearchParams({ layout: choices.layout, robot: choices.robot });
    if (now.status?.mode === "log" && now.moment) named.set("time", now.moment.time.toFixed(2));
    history.replaceState(null, "", `${location.pathname}${location.search}#${named}`);
  };
  const later = () => (timer ??= setTimeout(write, WRITTEN_EVERY));
  for (const name of ["choice.layout", "choice.robot"]) on(name, write);
  on("moment", later);
  write();
  if (time !== null && Number.isFinite(time)) gone(time);
}

function gone(time) {
  const end = on("status", () => {
    end();
    if (now.status.mode === "log") run(`goto ${time}`);
  });
}
