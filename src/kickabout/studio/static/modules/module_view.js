// The module graph: threads as lanes, modules below those they need, edges, times, alternatives.

import { h, setText } from "../page/dom.js";
import { complete, run } from "../page/feed.js";
import { fetchProgram } from "../page/programs.js";
import { mayChange } from "../page/store.js";
import { openPanel } from "../workbench/bench.js";
import { edgesOf, layersOf } from "./layers.js";

const SVG = "http://www.w3.org/2000/svg";
const HOT = 2; // ms, shown as a full bar

export function moduleView(panel) {
  const view = new ModuleView(panel);
  return {
    element: view.element,
    refresh: () => view.build(),
    data: () => view.time(),
    look: () => ({ timings: true }),
    dispose: () => view.observer.disconnect(),
  };
}

class ModuleView {
  constructor(panel) {
    Object.assign(this, { panel, cells: new Map(), edges: [], chosen: "" });
    this.search = h("input", {
      type: "search",
      placeholder: "find a name",
      "aria-label": "find a module",
      oninput: () => this.light(),
    });
    this.lines = document.createElementNS(SVG, "svg");
    this.lines.setAttribute("class", "edges");
    this.lanes = h("div", { class: "lanes" });
    this.box = h("div", { class: "scroll graph" }, h("div", { class: "graph-page" }, this.lines, this.lanes));
    this.detail = h("div", { class: "detail" });
    this.element = h(
      "div",
      { class: "view" },
      h(
        "div",
        { class: "toolbar" },
        this.search,
        h("span", { class: "muted hint-text" }, "time of each module: middle of the last hundred cycles"),
      ),
      this.box,
      this.detail,
    );
    this.observer = new ResizeObserver(() => this.connect());
    this.observer.observe(this.box);
  }

  build() {
    const { graph } = this.panel.program;
    this.cells = new Map();
    this.lanes.replaceChildren(...graph.map((thread) => this.lane(thread)));
    this.edges = edgesOf(graph);
    this.connect();
    this.time();
  }

  lane(thread) {
    const about = thread.after.length
      ? `after ${thread.after.join(", ")}`
      : `${(thread.rate ?? 0).toFixed(1)} Hz`;
    return h(
      "section",
      { class: "lane" },
      h("h3", {}, thread.name, h("span", { class: "muted" }, ` ${about}`)),
      layersOf(thread).map((modules) =>
        h(
          "div",
          { class: "layer" },
          modules.map((module) => this.cell(thread.name, module)),
        ),
      ),
    );
  }

  cell(thread, module) {
    const time = h("span", { class: "time" }),
      heat = h("i", { class: "heat" });
    const element = h(
      "button",
      {
        class: "module",
        "data-module": module.name,
        title: [
          `takes ${module.takes.join(", ") || "nothing"}`,
          `gives ${module.gives.join(", ") || "nothing"}`,
          ...(module.cadence ? [`runs ${module.cadence}; its outputs are held in between`] : []),
        ].join("\n"),
        onclick: () => this.choose(module.name),
      },
      h("i", { class: `station ${module.station}` }),
      module.name,
      module.cadence ? h("span", { class: "muted" }, ` ${module.cadence}`) : "",
      time,
      heat,
    );
    this.cells.set(`${thread}/${module.name}`, { element, time, heat, module, thread });
    return element;
  }

  choose(name) {
    this.chosen = this.chosen === name ? "" : name;
    this.light();
  }

  // Edges as curves between where the modules are now; drawn again when these move.
  connect() {
    const page = this.box.firstChild.getBoundingClientRect();
    if (!page.width || !this.cells.size) return;
    this.lines.setAttribute("width", page.width);
    this.lines.setAttribute("height", this.lanes.scrollHeight);
    const places = new Map(
      [...this.cells].map(([key, { element }]) => [key, element.getBoundingClientRect()]),
    );
    this.curves = this.edges.map((edge) => {
      const from = places.get(edge.from),
        to = places.get(edge.to),
        path = document.createElementNS(SVG, "path");
      path.setAttribute("d", curve(from, to, page));
      path.dataset.across = edge.across;
      return { path, edge };
    });
    this.lines.replaceChildren(...this.curves.map(({ path }) => path));
    this.light();
  }

  light() {
    const text = this.search.value.toLowerCase(),
      own = [...this.cells.values()].find(({ module }) => module.name === this.chosen)?.module;
    const near = new Set();
    for (const { path, edge } of this.curves ?? []) {
      const gives = this.cells.get(edge.to).module === own,
        takes = this.cells.get(edge.from).module === own;
      path.setAttribute("class", own && gives ? "giver" : own && takes ? "taker" : own ? "faint" : "");
      if (gives) near.add(`giver ${edge.from}`);
      if (takes) near.add(`taker ${edge.to}`);
    }
    for (const [key, { element, module }] of this.cells) {
      const isOwn = module === own,
        giver = near.has(`giver ${key}`) && !isOwn,
        taker = near.has(`taker ${key}`) && !isOwn;
      const found =
        text &&
        [module.name, ...module.gives, ...module.takes].some((name) => name.toLowerCase().includes(text));
      element.classList.toggle("chosen", isOwn);
      element.classList.toggle("giver", giver);
      element.classList.toggle("taker", taker);
      element.classList.toggle("dim", text ? !found : Boolean(own) && !isOwn && !giver && !taker);
    }
    this.describe(own);
  }

  describe(own) {
    if (!own)
      return this.detail.replaceChildren(
        h("p", { class: "muted" }, "Choose a module to see which modules it needs and which need it."),
      );
    const names = (kinds) =>
      kinds.map((kind) =>
        h("button", { class: "chip", title: "show its value", onclick: () => this.show(kind) }, kind),
      );
    return this.detail.replaceChildren(
      h("h3", {}, own.name),
      h(
        "div",
        { class: "row" },
        h("span", { class: "label giver" }, "takes"),
        h("span", { class: "chips" }, names(own.takes)),
      ),
      h(
        "div",
        { class: "row" },
        h("span", { class: "label taker" }, "gives"),
        h(
          "span",
          { class: "chips" },
          own.gives.flatMap((kind) => [...names([kind]), this.switcher(kind, own.name)]),
        ),
      ),
      own.tunable
        ? h(
            "button",
            { class: "link", onclick: () => openPanel("parameters", { module: own.name }) },
            "parameters",
          )
        : "",
    );
  }

  show(kind) {
    const data = openPanel("data");
    data.set({ open: [...new Set([kind, ...data.setting("open")])] });
  }

  switcher(kind, provider) {
    const select = h(
      "select",
      { title: `which module provides ${kind}`, "aria-label": `provider of ${kind}`, disabled: !mayChange(this.panel.match) },
      h("option", {}, provider),
    );
    const fill = async () => {
      const reply = await complete(`${this.panel.robot} switch ${kind} `);
      for (const name of reply.words ?? []) if (name !== provider) select.append(h("option", {}, name));
    };
    for (const name of ["pointerdown", "focus"])
      select.addEventListener(name, () => select.options.length > 1 || fill(), { once: true });
    select.addEventListener("change", async () => {
      await run(`${this.panel.robot} switch ${kind} ${select.value}`);
      setTimeout(() => fetchProgram(this.panel.robot), 200);
    });
    return select;
  }

  time() {
    const timings = this.panel.data?.timings;
    for (const { time, heat, module, thread } of timings ? this.cells.values() : []) {
      const middle = timings[thread]?.rows[module.name]?.[2];
      setText(time, middle === undefined ? "" : `${middle.toFixed(2)} ms`);
      heat.style.width = `${Math.min(100, (100 * (middle ?? 0)) / HOT)}%`;
    }
  }
}

function curve(from, to, page) {
  const x1 = from.left + from.width / 2 - page.left,
    x2 = to.left + to.width / 2 - page.left;
  const down = to.top > from.bottom,
    y1 = (down ? from.bottom : from.top) - page.top,
    y2 = (down ? to.top : to.bottom) - page.top;
  const bend = Math.max(14, Math.abs(y2 - y1) * 0.45) * (down ? 1 : -1);
  return `M${x1.toFixed(1)} ${y1.toFixed(1)}C${x1.toFixed(1)} ${(y1 + bend).toFixed(1)} ${x2.toFixed(1)} ${(y2 - bend).toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
}
