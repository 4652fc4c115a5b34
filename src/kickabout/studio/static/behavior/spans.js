// Spans of behavior by robot: from a recording's file, and as a match is watched.

import { behaviorSpans } from "../page/feed.js";
import { isRecorded, matchOf, now, on } from "../page/store.js";

const AGAIN = 80; // ms until more of what is being read is asked for
const GROWS = 3000; // ms until a file is read again that does not reach the wanted time yet
const KEPT = 20_000; // spans of a robot
const SILENT = 1.5; // s without data, after which it is not known what was active

const watched = new Map(); // robot → spans of a match
const recorded = new Map(); // robot → { spans, fraction }

// Each span: start, end, depth, [option, state, arguments].
export function spansOf(robot) {
  const past = recorded.get(robot)?.spans ?? [];
  if (isRecorded(matchOf(robot))) return past;
  const { spans = [], since = Infinity } = watched.get(robot) ?? {};
  const before = past.filter(([start]) => start < since);
  return [...before.map(([start, end, ...rest]) => [start, Math.min(end, since), ...rest]), ...spans];
}

// Reads the spans of a robot from the file, unless this was done; returns how much was read.
export async function readSpans(robot, changed) {
  const known = recorded.get(robot),
    match = matchOf(robot),
    end = isRecorded(match) ? 0 : watched.get(robot)?.since;
  if (end === undefined || !match.status?.can_look_back || known?.reading || known?.fraction === 1) return;
  recorded.set(robot, { spans: known?.spans ?? [], reading: true, fraction: 0 });
  const reply = await behaviorSpans(robot, end);
  if (!recorded.has(robot)) return; // forgotten meanwhile
  const spans = reply.ok
    ? reply.spans.map(([start, end, depth, name]) => [start, end, depth, reply.names[name]])
    : [];
  const fraction = reply.ok && !(reply.grows && reply.fraction === 1) ? reply.fraction : Number(!reply.ok);
  const kept = { spans, reading: fraction < 1, fraction };
  recorded.set(robot, kept);
  changed();
  if (!kept.reading) return;
  const again = () => {
    kept.reading = false;
    if (recorded.get(robot) === kept) readSpans(robot, changed);
  };
  setTimeout(again, reply.grows ? GROWS : AGAIN);
}

function take(robot) {
  const data = now.data.get(robot),
    options = data?.values?.ActivationGraph?.options;
  if (!options || isRecorded(matchOf(robot))) return;
  const known = watched.get(robot) ?? { spans: [], open: new Map(), time: data.time, since: data.time };
  watched.set(robot, known);
  if (data.time < known.time) Object.assign(known, { spans: [], open: new Map(), since: data.time });
  if (data.time - known.time > SILENT) known.open.clear();
  known.time = data.time;
  const active = new Map(
    options.map((o) => [
      o.depth,
      [
        o.option,
        o.state,
        o.arguments
          .filter((text) => !/\d/.test(text))
          .slice(0, 4)
          .join(", "),
      ],
    ]),
  );
  for (const [depth, span] of known.open) {
    if (String(span[3]) !== String(active.get(depth))) known.open.delete(depth);
    else span[1] = data.time;
  }
  for (const [depth, key] of active) {
    if (known.open.has(depth)) continue;
    const span = [data.time, data.time, depth, key];
    known.open.set(depth, span);
    known.spans.push(span);
  }
  if (known.spans.length > 2 * KEPT) known.spans.splice(0, KEPT);
}

on("data", take);
on("mode", () => recorded.clear());
