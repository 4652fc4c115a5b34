// Every representation with live values and units: edit, freeze, release, plot, compare two times.

import { h } from "../page/dom.js";
import { run } from "../page/feed.js";
import { mayChange } from "../page/store.js";
import { addToPlots } from "../plots/charts.js";
import { Comparison } from "./comparison.js";
import { documentation, fieldOf } from "./schema.js";
import { Tree } from "./tree.js";

export function dataView(panel) {
  const view = new DataView(panel);
  return {
    element: view.element,
    refresh: () => view.build(),
    data: () => view.update(),
    look: () => ({ values: view.open() }),
  };
}

class DataView {
  constructor(panel) {
    this.panel = panel;
    this.trees = new Map();
    this.comparison = new Comparison(panel, () => this.update());
    this.filter = h("input", {
      type: "search",
      placeholder: "search names",
      "aria-label": "filter",
      oninput: () => this.build(),
    });
    this.hint = h("span", { class: "muted hint-text" });
    this.list = h("div", { class: "scroll padded" });
    this.element = h(
      "div",
      { class: "view" },
      h("div", { class: "toolbar" }, this.filter, this.comparison.element, this.hint),
      this.list,
    );
    documentation().then(() => this.build());
    this.actions = {
      mayEdit: () => mayChange(this.panel.match),
      isHeld: (path) => plain(path) in this.held(),
      onEdit: (path, text) => run(`${this.panel.robot} set ${plain(path)} ${text}`),
      onPlot: (path) => addToPlots(path, this.panel),
      before: (path) => this.comparison.before(path),
      about: fieldOf,
    };
  }

  open() {
    return this.panel.setting("open").filter((name) => this.panel.program.knows(name));
  }

  toggle(name) {
    const open = new Set(this.panel.setting("open"));
    if (!open.delete(name)) open.add(name);
    this.panel.set({ open: [...open] });
  }

  held() {
    return this.panel.data?.overrides ?? {};
  }

  build() {
    this.trees.clear();
    const open = this.open();
    this.hint.textContent = mayChange(this.panel.match) ? "click a value to hold it at yours" : "";
    this.list.replaceChildren(
      open.length
        ? h(
            "section",
            {},
            h("h3", {}, "open"),
            open.map((name) => this.entry(name, true)),
          )
        : "",
      ...this.panel.program
        .boards()
        .map((board) => this.board(board, open))
        .filter(Boolean),
    );
    this.update();
  }

  board(board, open) {
    const wanted = this.filter.value.toLowerCase();
    const names = board.names.filter((name) => !open.includes(name) && matches(name, wanted));
    return names.length
      ? h(
          "section",
          {},
          h("h3", {}, board.name),
          names.map((name) => this.entry(name, false)),
        )
      : null;
  }

  entry(name, open) {
    const { robot } = this.panel,
      act = (verb) => () => run(`${robot} ${verb} ${plain(name)}`);
    const about = fieldOf(name)?.about ?? "";
    const tools =
      open && mayChange(this.panel.match)
        ? h(
            "span",
            { class: "tools" },
            h(
              "button",
              { class: "link", title: "keep this value until it is released", onclick: act("freeze") },
              "freeze",
            ),
            h(
              "button",
              { class: "link release", title: "let the modules decide again", onclick: act("free") },
              "release",
            ),
          )
        : null;
    const head = h(
      "div",
      { class: "representation", "data-name": name },
      h(
        "button",
        { class: "fold", "aria-expanded": open, onclick: () => this.toggle(name) },
        open ? "▾ " : "▸ ",
        name,
        h("span", { class: "muted about" }, about),
      ),
      tools,
    );
    if (!open) return head;
    const tree = new Tree(name, this.actions);
    this.trees.set(name, { tree, head });
    return h("div", {}, head, tree.element);
  }

  update() {
    const active = Object.keys(this.held());
    for (const [name, { tree, head }] of this.trees) {
      if (name in this.panel.values) tree.update(this.panel.values[name]);
      head.classList.toggle(
        "held",
        active.some((path) => path.match(/^\w+/)[0] === plain(name)),
      );
    }
  }
}

// Values are held in all threads, so what is held is named without one.
function plain(path) {
  return path.replace(/^\w+\//, "");
}

// A representation is found by its name, and by those of its fields.
function matches(name, wanted) {
  if (name.toLowerCase().includes(wanted)) return true;
  return Object.keys(fieldOf(name)?.fields ?? {}).some((field) => field.toLowerCase().includes(wanted));
}
