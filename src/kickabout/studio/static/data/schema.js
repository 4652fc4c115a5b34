// What the fields of representations mean: types, units and remarks, as their definitions say.

let known = null; // name → { about, fields: { name: [type, remark] } }
let fetching = null;
const UNIT = /^(m\/s²|m\/s|rad\/s²|rad\/s|m²\/s²|m²|m|s|ms|rad|°C|°|px|Hz|N|Nm|kg|A|V|%|sigma)(?=$|[,;: ])/;

export function documentation() {
  fetching ??= fetch(`/representations.json${location.search}`).then(async (reply) => {
    known = reply.ok ? await reply.json() : {};
  });
  return fetching;
}

export function representationNames() {
  return Object.keys(known ?? {}).filter((name) => known[name].representation);
}

// What a path such as "BallModel.position_in_robot.x" leads to: { fields, type, remark, unit, about }.
export function fieldOf(path) {
  const [first, ...steps] = path.match(/[^.[\]]+/g) ?? [];
  let found = known?.[first.split("/").at(-1)],
    unit = "";
  for (const step of steps) {
    if (/^\d+$/.test(step)) {
      // an element has the unit of the whole
      found = found && { ...found, type: found.fields ? found.type : "float" };
      continue;
    }
    const field = found?.fields?.[step];
    if (!field) return undefined;
    const [type, remark] = field;
    unit = unitOf(step, remark, unit);
    found = { ...known[type], type, remark, unit };
  }
  return found;
}

// Coordinates have the unit of the whole; a pose that is a speed has others than one that is a place.
function unitOf(name, remark, whole) {
  const named = remark.match(UNIT)?.[1];
  const isRate = /speed|velocity/.test(name) && !named;
  if (isRate) return "m/s";
  if (["x", "y", "z"].includes(name)) return whole || named || "m";
  if (name === "theta") return whole === "m/s" ? "rad/s" : "rad";
  return named ?? "";
}

// Paths that go on from what was typed so far.
export function completions(text, limit = 60) {
  const [, thread, path] = text.match(/^(\w+\/)?(.*)$/);
  const whole = path.match(/^(.*)\.([^.]*)$/);
  const [start, rest] = whole ? [whole[1], whole[2]] : ["", path];
  const names = whole ? Object.keys(fieldOf(start)?.fields ?? {}) : representationNames();
  const fitting = names.filter((name) => name.toLowerCase().includes(rest.toLowerCase()));
  const rank = (name) => (name.toLowerCase().startsWith(rest.toLowerCase()) ? 0 : 1);
  return fitting
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, limit)
    .map((name) => `${thread ?? ""}${whole ? `${start}.` : ""}${name}`);
}
