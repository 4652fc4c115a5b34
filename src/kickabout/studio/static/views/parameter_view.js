// Parameters of the modules: change them while the robot plays, then save the difference.

import { emptyNote, h } from "../page/dom.js";
import { ask, run } from "../page/feed.js";
import { mayChange, notify } from "../page/store.js";

export function parameterView(panel) {
  const view = new Parameters(panel);
  return { element: view.element, refresh: () => view.build(), look: () => ({}) };
}

class Parameters {
  constructor(panel) {
    Object.assign(this, { panel, filled: "", rows: new Map() });
    this.filter = h("input", {
      type: "search",
      placeholder: "filter modules",
      "aria-label": "filter modules",
      oninput: () => this.build(),
    });
    this.list = h("div", { class: "scroll module-list" });
    this.table = h("div", { class: "scroll" });
    this.layer = h("input", {
      placeholder: "name of a layer",
      value: "mine",
      "aria-label": "layer",
      size: 12,
    });
    this.save = h("button", { class: "action", onclick: () => this.saved() }, "save changes");
    this.all = h("input", { type: "checkbox" });
    const tools = h(
      "div",
      { class: "toolbar bottom" },
      h("label", {}, this.all, " for all robots"),
      h("span", { class: "grow" }),
      this.layer,
      this.save,
    );
    this.element = h(
      "div",
      { class: "split-view" },
      h("div", { class: "column narrow" }, this.filter, this.list),
      h("div", { class: "column" }, this.table, tools),
    );
  }

  async saved() {
    const reply = await run(`${this.panel.robot} save ${this.layer.value}`);
    if (reply.ok) notify(reply.text);
  }

  modules() {
    return this.panel.program.modules().filter((module) => module.tunable);
  }

  chosen() {
    const modules = this.modules();
    return modules.find(({ name }) => name === this.panel.setting("module")) ?? modules[0];
  }

  build() {
    this.save.disabled = this.all.disabled = this.layer.disabled = !mayChange(this.panel.match);
    const wanted = this.filter.value.toLowerCase(),
      chosen = this.chosen()?.name;
    this.list.replaceChildren(
      ...this.modules()
        .filter(({ name }) => name.toLowerCase().includes(wanted))
        .map((module) =>
          h(
            "button",
            {
              class: "item",
              "data-module": module.name,
              "aria-pressed": module.name === chosen,
              onclick: () => this.panel.set({ module: module.name }),
            },
            h("i", { class: `station ${module.station}` }),
            module.name,
          ),
        ),
    );
    this.fill();
  }

  async fill() {
    const { robot } = this.panel,
      module = this.chosen()?.name;
    if (!module)
      return this.explain(
        this.panel.program.graph.length ? "This robot has nothing to tune." : "Waiting for the robot …",
      );
    const reply = await ask(robot, { parameters: [module] });
    if (robot !== this.panel.robot || module !== this.chosen()?.name) return undefined; // something else was chosen meanwhile
    if (!reply.ok) return this.explain(reply.text);
    const infos = Object.entries(reply.of.parameters[module]);
    if (this.filled !== `${robot} ${module}`) {
      this.filled = `${robot} ${module}`;
      this.rows = new Map(infos.map(([key, info]) => [key, this.row(module, key, info)]));
      this.table.replaceChildren(
        h("h3", {}, module),
        h(
          "table",
          { class: "parameters" },
          h(
            "tbody",
            {},
            [...this.rows.values()].map(({ element }) => element),
          ),
        ),
      );
    }
    for (const [key, info] of infos) this.rows.get(key).update(info);
    return undefined;
  }

  explain(text) {
    this.filled = "";
    this.table.replaceChildren(emptyNote(text));
  }

  async change(path, value) {
    const robots = this.all.checked ? this.panel.match.stage.robots.map(({ name }) => name) : [this.panel.robot];
    for (const robot of robots) {
      const reply = await run(`${robot} set ${path} ${value}`);
      if (!reply.ok) break;
    }
    this.fill();
  }

  // Rows stay while their values change, so that no input is lost while it is written.
  row(module, key, info) {
    let plain = "",
      editing = false;
    const input = h("input", {
      "data-parameter": `${module}.${key}`,
      title: bounds(info),
      "aria-label": key,
    });
    input.addEventListener("input", () => {
      editing = true;
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") input.blur();
      if (event.key === "Escape") [input.value, editing] = [plain, false];
    });
    input.addEventListener("blur", () => {
      editing = false;
      if (input.value !== plain) this.change(`${module}.${key}`, input.value);
    });
    const limits = bounds(info),
      standard = JSON.stringify(info.default);
    const element = h(
      "tr",
      {},
      h("th", {}, key),
      h("td", {}, input),
      h("td", { class: "muted" }, info.unit),
      h(
        "td",
        { class: "doc" },
        info.doc,
        h("span", { class: "muted" }, ` (${limits ? `${limits}; ` : ""}default ${standard})`),
      ),
    );
    const update = ({ value, changed }) => {
      plain = JSON.stringify(value);
      if (!editing) input.value = plain;
      input.disabled = !mayChange(this.panel.match);
      element.classList.toggle("changed", changed);
    };
    return { element, update };
  }
}

function bounds({ low, high }) {
  if (low === null && high === null) return "";
  if (high === null) return `at least ${low}`;
  return low === null ? `at most ${high}` : `${low} to ${high}`;
}
