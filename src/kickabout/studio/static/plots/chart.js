// One chart: several numbers over one axis of time, with units, a legend, and a mark for the moment.

import { fieldOf } from "../data/schema.js";
import { CURVES } from "../page/colors.js";
import { button, clock, cssColor, h, number, setText } from "../page/dom.js";
import uPlot from "../vendor/uplot.min.js";

const STEPPED = uPlot.paths.stepped({ align: 1 });
const GAPS = 1; // null where a curve is interrupted is kept by uPlot.join

// acts: zoom(from, to), whole(), goTo(time), remove(path), removeChart(), key (of shared cursors)
export class Chart {
  constructor(signals, acts) {
    Object.assign(this, { signals, acts, mark: null, plot: null, range: [0, 1], steps: [] });
    this.box = h("div", { class: "chart-plot", "data-chart": [...new Set(signals.map(({ path }) => path))].join(" ") });
    this.rows = signals.map((signal, index) => this.row(signal, index));
    const tools = h("span", { class: "chart-tools" }, button("×", "remove this chart", acts.removeChart));
    this.element = h(
      "div",
      { class: "chart" },
      h(
        "div",
        { class: "chart-legend" },
        this.rows.map(({ element }) => element),
      ),
      tools,
      this.box,
    );
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.box);
  }

  row({ path, source, robot, called, dashed }, index) {
    const value = h("span", { class: "value" }),
      problem = h("span", { class: "problem" });
    const element = h(
      "span",
      { class: "signal", "data-signal": dashed ? `${robot} ${path}` : path },
      h("i", { class: dashed ? "swatch dashed" : "swatch", style: `--curve:${this.color(index)}` }),
      called ? h("b", { class: "called" }, called) : null,
      h("span", { class: "key" }, path),
      value,
      h("span", { class: "muted" }, unitOf(path) ? `\u00a0${unitOf(path)}` : ""),
      problem,
      button("×", `remove ${source}`, () => this.acts.remove(source)),
    );
    return { element, value, problem };
  }

  // Curves of one number have one color; that of the other robot is dashed.
  color(index) {
    const paths = [...new Set(this.signals.map(({ path }) => path))];
    return CURVES[paths.indexOf(this.signals[index].path) % CURVES.length];
  }

  // The plot has to be built again for other colors, and where curves become steps.
  build(steps) {
    this.plot?.destroy();
    this.steps = steps;
    const axis = {
      stroke: cssColor("--muted"),
      grid: { stroke: cssColor("--line"), width: 1 },
      ticks: { stroke: cssColor("--line"), width: 1, size: 4 },
      font: "11px system-ui",
    };
    const units = [...new Set(this.signals.map(({ path }) => unitOf(path)))];
    const sync = { key: this.acts.key, setSeries: false, scales: ["x", null] };
    this.plot = new uPlot(
      {
        width: Math.max(40, this.box.clientWidth),
        height: Math.max(40, this.box.clientHeight),
        legend: { show: false },
        cursor: { sync, drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
        scales: { x: { time: false, range: () => this.range }, y: { range: padded } },
        axes: [
          { ...axis, size: 26, values: (_, all) => all.map(seconds) },
          {
            ...axis,
            size: units.some(Boolean) ? 74 : 58,
            space: 18, // px between numbers, so that a low chart has several, too
            values: (_, all) =>
              all.map((v) => `${brief(v)}${units.length === 1 && units[0] ? ` ${units[0]}` : ""}`),
          },
        ],
        series: [
          {},
          ...this.signals.map(({ dashed }, i) => ({
            stroke: this.color(i),
            dash: dashed ? [5, 4] : undefined,
            width: 1.5,
            paths: steps[i] ? STEPPED : undefined,
            points: { show: false },
          })),
        ],
        hooks: {
          draw: [(plot) => this.drawMark(plot)],
          setSelect: [(plot) => this.selected(plot)],
          setCursor: [(plot) => this.pointed(plot)],
        },
      },
      this.data ?? [[], ...this.signals.map(() => [])],
      this.box,
    );
    const over = this.plot.over;
    over.addEventListener("click", (event) => this.clicked(event));
    over.addEventListener("dblclick", () => this.acts.whole());
    over.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  // Curves in the order of the signals, from one time to another.
  show(curves, [from, to], mark) {
    this.range = [from, to];
    this.mark = mark;
    this.data = joined(curves);
    const steps = curves.map((curve) => Boolean(curve?.steps));
    if (!this.plot || steps.some((step, i) => step !== this.steps[i])) this.build(steps);
    this.plot.setData(this.data);
    this.rows.forEach(({ problem }, i) => setText(problem, curves[i]?.problem ?? ""));
    if (this.plot.cursor.idx === null || this.plot.cursor.idx === undefined) this.legend(null);
  }

  // Values at a point of the data, or what is newest at the mark.
  legend(index) {
    this.rows.forEach(({ value }, i) => {
      const found = index === null ? this.latest?.[i] : this.near(i + 1, index);
      setText(value, found === undefined || found === null ? "" : number(found));
    });
  }

  // The last value at or before a point; curves have points of their own.
  near(series, index) {
    for (let i = index; i >= Math.max(0, index - 50); i--) {
      const value = this.data[series][i];
      if (value !== undefined) return value;
    }
    return undefined;
  }

  pointed(plot) {
    const { idx } = plot.cursor;
    this.legend(idx ?? null);
  }

  selected(plot) {
    const { left, width } = plot.select;
    if (width < 4) return;
    this.dragged = true;
    this.acts.zoom(plot.posToVal(left, "x"), plot.posToVal(left + width, "x"));
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  clicked(event) {
    if (this.dragged) return void (this.dragged = false);
    this.acts.goTo(this.plot.posToVal(event.offsetX, "x"));
  }

  wheel(event) {
    event.preventDefault();
    const at = this.plot.posToVal(event.offsetX, "x"),
      [from, to] = this.range,
      factor = Math.exp(event.deltaY * 0.0015);
    this.acts.zoom(at + (from - at) * factor, at + (to - at) * factor);
  }

  drawMark(plot) {
    if (this.mark === null || this.mark < this.range[0] || this.mark > this.range[1]) return;
    const { ctx, bbox } = plot,
      x = Math.round(plot.valToPos(this.mark, "x", true)) + 0.5;
    ctx.save();
    ctx.strokeStyle = cssColor("--warm");
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }

  resize() {
    if (this.plot && this.box.clientWidth > 40)
      this.plot.setSize({ width: this.box.clientWidth, height: Math.max(40, this.box.clientHeight) });
  }

  get width() {
    return this.box.clientWidth;
  }

  dispose() {
    this.observer.disconnect();
    this.plot?.destroy();
  }
}

function unitOf(path) {
  return fieldOf(path)?.unit ?? "";
}

// A number that is not finite interrupts a curve; a single one stands alone, and is seen as a point.
function joined(curves) {
  const tables = curves.map((curve) =>
    curve?.times?.length ? [curve.times, curve.values.map((v) => (Number.isFinite(v) ? v : null))] : [[], []],
  );
  if (tables.length === 1) return tables[0];
  return uPlot.join(
    tables,
    tables.map(() => [GAPS, GAPS]),
  );
}

function padded(_, low, high) {
  if (low === null || high === null) return [0, 1];
  const room = high - low < 1e-6 ? Math.max(0.5, Math.abs(high) * 0.1) : (high - low) * 0.08;
  return [low - room, high + room];
}

function brief(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-3 ? value.toExponential(0) : String(Number(value.toPrecision(4)));
}

function seconds(value) {
  return value >= 600 ? clock(value) : `${Number(value.toFixed(3))} s`;
}
