// Numbers over time: of a match while it is watched, of a recording over all of its time.

import { documentation } from "../data/schema.js";
import { emptyNote, h, oncePerFrame, setText, valueAt } from "../page/dom.js";
import { run } from "../page/feed.js";
import { isRecorded, matchOf, now } from "../page/store.js";
import { Chart } from "./chart.js";
import { representationOf, signalsOf } from "./charts.js";
import { grow, show } from "./growing_curves.js";
import { lateness, OtherRobot } from "./other_robot.js";
import { pathInput } from "./path_input.js";
import { WholeCurves } from "./whole_curves.js";

const SPANS = { 10: "10 s", 30: "30 s", 120: "2 min", 0: "all" };
const LEAST = 2; // s, shown before there is more
const DRAWN_EVERY = 90; // ms, at most
const SILENT = 0.5; // s between file and page, in which nothing is known
const STEP = 30; // s, in which the past of a match is read
const POINTS = 3; // of a curve for each px

export function plotView(panel) {
  const view = new PlotView(panel);
  return {
    element: view.element,
    refresh: () => view.build(),
    data: () => view.draw(),
    looks: () => view.looks(),
    shown: (is) => is || show(panel, []),
    dispose: () => view.dispose(),
  };
}

class PlotView {
  constructor(panel) {
    Object.assign(this, { panel, charts: [], built: "", zoomed: null, problems: new Map(), drawnAt: 0 });
    this.whole = new Map(); // curves from a file, by robot
    this.other = new OtherRobot(panel);
    this.input = pathInput("add a number", (path) => this.add(path));
    this.where = h(
      "select",
      { title: "where a number is added", "aria-label": "where a number is added" },
      h("option", { value: "new" }, "new chart"),
      h("option", { value: "last" }, "last chart"),
    );
    this.spans = h("div", { class: "chips" });
    this.progress = h("span", { class: "muted number reading" });
    this.list = h("div", { class: "scroll charts" });
    this.element = h(
      "div",
      { class: "view" },
      h("div", { class: "toolbar" }, this.input.element, this.where, this.other.element, this.spans, this.progress),
      this.list,
    );
    this.draw = oncePerFrame(() => this.paint());
    this.acts = {
      key: `plots ${panel.id}`,
      zoom: (from, to) => this.zoom(from, to),
      whole: () => this.zoom(),
      goTo: (time) => isRecorded(this.panel.match) && run(`${panel.match.key}goto ${Math.max(0, time).toFixed(3)}`),
    };
    documentation().then(() => this.rebuild());
    panel.on("theme", () => this.rebuild());
    panel.on("moment", () => isRecorded(panel.match) && panel.shown && this.draw());
    panel.on("mode", () => this.forget());
    panel.on("choice.robot", () => panel.isPinned || this.forget());
    panel.on("data", (robot) => robot === this.other.name && panel.shown && this.draw());
  }

  paths() {
    return this.panel.setting("charts").flatMap(({ paths }) => paths);
  }

  add(path) {
    const charts = structuredClone(this.panel.setting("charts"));
    if (this.where.value === "last" && charts.length)
      charts.at(-1).paths = [...new Set([...charts.at(-1).paths, path])];
    else charts.push({ paths: [path] });
    this.panel.set({ charts });
  }

  remove(index, path) {
    const charts = structuredClone(this.panel.setting("charts"));
    charts[index].paths = charts[index].paths.filter((other) => other !== path);
    this.panel.set({ charts: charts.filter(({ paths }) => paths.length) });
  }

  // The robot of the panel, and another one if they are compared.
  robots() {
    return [this.panel.robot, this.other.name].filter(Boolean);
  }

  looks() {
    const values = [...new Set(this.paths().map(representationOf))];
    return Object.fromEntries(this.robots().map((robot) => [robot, { values }]));
  }

  forget() {
    for (const curves of this.whole.values()) curves.forget();
    this.whole.clear();
  }

  signals() {
    const of = (robot, source) =>
      signalsOf(source, valuesOf(robot)).map((path) => ({ path, source, robot, ...this.other.signs(robot) }));
    return this.panel
      .setting("charts")
      .map(({ paths }) => paths.filter((source) => this.isKnown(source)).flatMap((source) => this.robots().flatMap((robot) => of(robot, source))));
  }

  // Layouts name threads of cameras, which robots of other kinds may not have.
  isKnown(source) {
    const { program } = this.panel;
    return !source.includes("/") || !program.graph.length || program.knows(representationOf(source));
  }

  rebuild() {
    this.built = "";
    this.build();
  }

  build() {
    const signals = this.signals(),
      key = JSON.stringify([signals, this.panel.robot]);
    this.listSpans();
    this.other.list();
    if (key !== this.built) {
      this.built = key;
      this.charts.forEach((chart) => chart.dispose());
      this.charts = signals.map(
        (listed, i) =>
          new Chart(listed, {
            ...this.acts,
            remove: (path) => this.remove(i, path),
            removeChart: () =>
              this.panel.set({ charts: this.panel.setting("charts").filter((_, j) => j !== i) }),
          }),
      );
      this.list.replaceChildren(
        ...(this.charts.length
          ? this.charts.map(({ element }) => element)
          : [emptyNote("Nothing is plotted. Type a name above, or press ∿ beside a number in Data.")]),
      );
    }
    this.draw();
  }

  listSpans() {
    const chosen = this.zoomed ? null : String(this.panel.setting("span") ?? (isRecorded(this.panel.match) ? 0 : 30));
    this.spans.replaceChildren(
      ...Object.keys(SPANS)
        .sort((a, b) => (Number(a) || 1e9) - (Number(b) || 1e9))
        .map((span) =>
          h(
            "button",
            {
              class: "chip",
              "data-span": span,
              "aria-pressed": span === chosen,
              onclick: () => {
                this.zoomed = null;
                this.panel.set({ span: Number(span) });
              },
            },
            SPANS[span],
          ),
        ),
    );
  }

  zoom(from, to) {
    this.zoomed = to > from ? [Math.max(0, from), to] : null;
    this.listSpans();
    this.draw();
  }

  get hasPast() {
    return isRecorded(this.panel.match) || Boolean(this.panel.match.status.can_look_back);
  }

  // From which time to which, for a moment that is looked at.
  stretch(time) {
    const { start, end } = this.panel.match.status,
      span = this.panel.setting("span") ?? (isRecorded(this.panel.match) ? 0 : 30);
    if (this.zoomed) return this.zoomed;
    if (!span)
      return isRecorded(this.panel.match)
        ? [start, Math.max(end, start + LEAST)]
        : [this.begin(), Math.max(time, this.begin() + LEAST)];
    if (!isRecorded(this.panel.match)) {
      const from = Math.max(0, time - span, Math.min(this.begin(), time - LEAST));
      return [from, Math.max(time, from + LEAST)];
    }
    const from = Math.max(start, Math.min(time - span / 2, end - span));
    return [from, Math.max(from + LEAST, Math.min(from + span, end))];
  }

  begin() {
    if (this.hasPast) return this.panel.match.status.start ?? 0;
    const firsts = this.charts.flatMap((chart) =>
      chart.signals.map(({ robot, path }) => grow(robot, path).times[0]),
    );
    return Math.min(...firsts.filter((time) => time !== undefined), this.panel.data?.time ?? 0);
  }

  paint() {
    if (!this.panel.shown || !this.panel.match.status || !this.charts.length) return;
    const at = performance.now();
    if (at - this.drawnAt < DRAWN_EVERY) {
      clearTimeout(this.later);
      this.later = setTimeout(this.draw, DRAWN_EVERY);
      return;
    }
    this.drawnAt = at;
    if (JSON.stringify([this.signals(), this.panel.robot]) !== this.built) return void this.build();
    const recorded = isRecorded(this.panel.match),
      { moment, status } = this.panel.match;
    const time = recorded ? (moment?.time ?? status.time) : (this.panel.data?.time ?? status.time);
    const stretch = this.stretch(time),
      signals = this.charts.flatMap((chart) => chart.signals);
    show(
      this.panel,
      signals.filter(({ robot }) => !isRecorded(matchOf(robot))),
    );
    for (const robot of this.robots()) this.read(robot, signals, stretch);
    const fraction = Math.min(1, ...[...this.whole.values()].map((curves) => curves.fraction));
    setText(this.progress, fraction < 1 ? `reading ${Math.round(100 * fraction)} %` : "");
    for (const chart of this.charts) {
      chart.latest = chart.signals.map(({ robot, path }) => numeric(valueAt(valuesOf(robot), path)));
      chart.show(
        chart.signals.map((signal) => this.curve(signal)),
        stretch,
        recorded ? time : null,
      );
    }
  }

  // Reads the curves of a robot from its file, as far as it was recorded.
  read(robot, signals, stretch) {
    if (!this.hasPast) return;
    const [from, to] = isRecorded(matchOf(robot)) ? stretch : this.unwatched(robot, signals, stretch);
    if (!this.whole.has(robot)) this.whole.set(robot, new WholeCurves(() => this.draw()));
    const paths = signals.filter((signal) => signal.robot === robot).map(({ path }) => path),
      late = lateness(robot, this.panel.match);
    this.whole
      .get(robot)
      .read(
        robot,
        [...new Set(paths)].slice(0, 24),
        { from: Math.max(0, from + late), to: to + late },
        POINTS * Math.max(100, Math.min(1200, this.charts[0].width)),
      );
  }

  // The part of a stretch in which a match was not watched yet; its beginning changes rarely.
  unwatched(robot, signals, [from]) {
    const firsts = signals.map(({ path }) => grow(robot, path).times[0]).filter((time) => time !== undefined);
    return [Math.floor(from / STEP) * STEP, Math.max(0, ...firsts)];
  }

  curve({ robot, path }) {
    const past = this.whole.get(robot)?.of(path),
      curve = isRecorded(matchOf(robot)) ? past : joined(past, this.grown(robot, path)),
      late = lateness(robot, this.panel.match);
    return late && curve?.times ? { ...curve, times: curve.times.map((time) => time - late) } : curve;
  }

  grown(robot, path) {
    const { times, values } = grow(robot, path);
    return { times, values, problem: times.length ? "" : this.problem(robot, path) };
  }

  // Why nothing comes of a path, in the words of the console.
  problem(robot, path) {
    const representation = representationOf(path),
      key = `${robot} ${path}`;
    if (!(representation in valuesOf(robot))) return "";
    if (!this.problems.has(key)) {
      this.problems.set(key, "");
      run(`${robot} get ${path}`, { quiet: true }).then((reply) =>
        this.problems.set(key, reply.ok ? "is no number" : reply.text),
      );
    }
    return this.problems.get(key);
  }

  dispose() {
    show(this.panel, []);
    clearTimeout(this.later);
    this.forget();
    this.charts.forEach((chart) => chart.dispose());
  }
}

// What was recorded before a match was watched, and what was seen since then. Values that are kept
// until the next one stay steps, as a line would show what never was.
export function joined(past, grown) {
  const first = grown.times[0],
    count = past?.times?.findLastIndex((time) => time < first) + 1;
  if (!count) return grown;
  const isUnknown = !past.steps && first - past.times[count - 1] > SILENT,
    gap = isUnknown ? [first] : [];
  const times = [...past.times.slice(0, count), ...gap, ...grown.times],
    values = [...past.values.slice(0, count), ...gap.map(() => NaN), ...grown.values];
  return { ...grown, steps: past.steps, times, values };
}

function numeric(value) {
  return ["number", "boolean"].includes(typeof value) ? Number(value) : undefined;
}

function valuesOf(robot) {
  return now.data.get(robot)?.values ?? {};
}
