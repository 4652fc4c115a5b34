// The module graph: threads as lanes, modules in order of execution, one module's neighbors lit.

import { h, setText } from "./dom.js";
import { complete, say } from "./feed.js";
import { layout, mayChange, now, remember } from "./store.js";

export function moduleView(page) {
  const lanes = h("div", { class: "scroll lanes" });
  const detail = h("div", { class: "detail" });
  let cells = new Map();
  let chosen = "";

  const build = () => {
    cells = new Map();
    lanes.replaceChildren(...page.graph().map((thread) => h("section", { class: "lane" },
      h("h3", {}, thread.name, h("span", { class: "muted" }, thread.after.length ? ` after ${thread.after.join(", ")}` : ` ${(thread.rate ?? 0).toFixed(1)} Hz`)),
      h("div", { class: "modules" }, thread.modules.map((module) => {
        const time = h("span", { class: "time" });
        const cell = h("button", { class: `module ${module.station}`, onclick: () => choose(module.name) }, h("i", { class: `station ${module.station}` }), module.name, time);
        cells.set(`${thread.name}/${module.name}`, { cell, time, module, thread: thread.name });
        return cell;
      })))));
    light();
  };
  const choose = (name) => {
    chosen = chosen === name ? "" : name;
    light();
  };
  const light = () => {
    const own = [...cells.values()].find(({ module }) => module.name === chosen)?.module;
    for (const { cell, module } of cells.values()) {
      const gives = own && module.gives.some((kind) => own.takes.includes(kind));
      const takes = own && module.takes.some((kind) => own.gives.includes(kind));
      cell.classList.toggle("chosen", module === own);
      cell.classList.toggle("giver", Boolean(gives) && module !== own);
      cell.classList.toggle("taker", Boolean(takes) && module !== own);
      cell.classList.toggle("dim", Boolean(own) && module !== own && !gives && !takes);
    }
    describe(own);
  };
  const describe = (own) => {
    if (!own) return detail.replaceChildren(h("p", { class: "muted" }, "Choose a module to see whom it needs and who needs it."));
    const names = (kinds) => kinds.map((kind) => h("button", { class: "chip", title: "show its value", onclick: () => remember({ open: [...new Set([...layout.open, kind])], view: "data" }) }, kind));
    detail.replaceChildren(h("h3", {}, own.name),
      h("div", { class: "row" }, h("span", { class: "label giver" }, "takes"), h("span", { class: "chips" }, names(own.takes))),
      h("div", { class: "row" }, h("span", { class: "label taker" }, "gives"), h("span", { class: "chips" }, own.gives.flatMap((kind) => [...names([kind]), switcher(kind, own.name)]))),
      own.tunable ? h("button", { class: "link", onclick: () => remember({ module: own.name, view: "parameters" }) }, "parameters") : null);
  };
  const switcher = (kind, provider) => {
    const select = h("select", { title: `who provides ${kind}`, disabled: !mayChange() }, h("option", {}, provider));
    select.addEventListener("pointerdown", async () => {
      if (select.options.length > 1) return;
      const reply = await complete(`${layout.robot} switch ${kind} `);
      for (const word of reply.words ?? []) if (word !== provider) select.append(h("option", {}, word));
    }, { once: true });
    select.addEventListener("change", async () => {
      await say(`${layout.robot} switch ${kind} ${select.value}`);
      setTimeout(() => page.reload(), 200);
    });
    return select;
  };
  return {
    element: h("div", { class: "view" }, lanes, detail),
    refresh: build,
    thoughts: () => {
      const timings = now.thoughts.get(layout.robot)?.timings;
      for (const { time, module, thread } of timings ? cells.values() : []) {
        const mean = timings[thread]?.rows[module.name]?.[1];
        setText(time, mean === undefined ? "" : `${mean.toFixed(2)} ms`);
      }
    },
    look: () => ({ timings: true }),
    rebuildOn: [],
  };
}
