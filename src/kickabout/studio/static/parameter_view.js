// Parameters of the modules: change them while the robot plays, then save the difference.

import { h } from "./dom.js";
import { ask, say } from "./feed.js";
import { layout, mayChange, now, remember } from "./store.js";

export function parameterView(page) {
  const filter = h("input", { type: "search", placeholder: "filter modules", "aria-label": "filter modules" });
  const list = h("div", { class: "scroll module-list" });
  const table = h("div", { class: "scroll" });
  const layer = h("input", { placeholder: "name of a layer", value: "mine", "aria-label": "layer", size: 12 });
  const save = h("button", { class: "action", onclick: async () => {
    const reply = await say(`${layout.robot} save ${layer.value}`);
    if (reply.ok) page.notice(reply.text);
  } }, "save changes");
  const everybody = h("input", { type: "checkbox" });
  let filled = "", rows = new Map(); // robot and module, and their rows by parameter

  const build = () => {
    save.disabled = everybody.disabled = layer.disabled = !mayChange();
    const wanted = filter.value.toLowerCase();
    const modules = page.modules().filter((m) => m.tunable && m.name.toLowerCase().includes(wanted));
    list.replaceChildren(...modules.map((module) =>
      h("button", { class: "item", "aria-pressed": module.name === layout.module, onclick: () => remember({ module: module.name }) },
        h("i", { class: `station ${module.station}` }), module.name)));
    fill();
  };
  const chosen = () => page.modules().find((m) => m.name === layout.module && m.tunable) ?? page.modules().find((m) => m.tunable);
  const fill = async () => {
    const robot = layout.robot, module = chosen()?.name;
    if (!module) return explain("This robot has nothing to tune.");
    const reply = await ask(robot, { parameters: [module] });
    if (robot !== layout.robot || module !== chosen()?.name) return; // something else was chosen meanwhile
    if (!reply.ok) return explain(reply.text);
    const infos = Object.entries(reply.of.parameters[module]);
    if (filled !== `${robot} ${module}`) {
      filled = `${robot} ${module}`;
      rows = new Map(infos.map(([key, info]) => [key, row(module, key, info)]));
      table.replaceChildren(h("h3", {}, module), h("table", { class: "parameters" }, h("tbody", {}, [...rows.values()].map(({ element }) => element))));
    }
    for (const [key, info] of infos) rows.get(key).update(info);
  };
  const explain = (text) => {
    filled = "";
    table.replaceChildren(h("p", { class: "empty" }, text));
  };
  // Rows stay while their values change, so that nobody's input is lost while it is written.
  const row = (module, key, info) => {
    let plain = "", editing = false;
    const input = h("input", { "data-parameter": `${module}.${key}`, title: bounds(info) });
    const change = async () => {
      const wanted = input.value;
      editing = false;
      if (wanted === plain) return;
      const whom = everybody.checked ? now.stage.robots.map((r) => r.name) : [layout.robot];
      for (const name of whom) {
        const reply = await say(`${name} set ${module}.${key} ${wanted}`);
        if (!reply.ok) break;
      }
      fill();
    };
    input.addEventListener("input", () => { editing = true; });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") input.blur();
      if (event.key === "Escape") [input.value, editing] = [plain, false];
    });
    input.addEventListener("blur", change);
    const element = h("tr", {}, h("th", {}, key), h("td", {}, input), h("td", { class: "muted" }, info.unit),
      h("td", { class: "doc" }, info.doc, h("span", { class: "muted" }, ` (${JSON.stringify(info.default)})`)));
    const update = ({ value, changed }) => {
      plain = JSON.stringify(value);
      if (!editing) input.value = plain;
      input.disabled = !mayChange();
      element.classList.toggle("changed", changed);
    };
    return { element, update };
  };
  filter.addEventListener("input", build);
  return {
    element: h("div", { class: "view split-view" }, h("div", { class: "column narrow" }, filter, list),
      h("div", { class: "column" }, table, h("div", { class: "toolbar bottom" }, h("label", {}, everybody, " for all robots"), h("span", { class: "grow" }), layer, save))),
    refresh: build,
    thoughts: () => {},
    look: () => ({}),
    rebuildOn: ["layout.module"],
  };
}

function bounds({ low, high }) {
  if (low === null && high === null) return "";
  return `from ${low ?? "any"} to ${high ?? "any"}`;
}
