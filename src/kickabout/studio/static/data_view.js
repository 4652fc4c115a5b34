// Every representation with live values: edit, freeze, release, plot.

import { h } from "./dom.js";
import { say } from "./feed.js";
import { layout, mayChange, now, on, remember } from "./store.js";
import { Tree } from "./tree.js";

export function dataView(page) {
  const filter = h("input", { type: "search", placeholder: "filter representations", "aria-label": "filter" });
  const list = h("div", { class: "scroll" });
  const trees = new Map();
  const hint = h("span", { class: "muted" });

  const toggle = (name) => {
    const open = new Set(layout.open);
    if (!open.delete(name)) open.add(name);
    remember({ open: [...open] });
  };
  const held = () => now.thoughts.get(layout.robot)?.overrides ?? {};
  const actions = {
    mayEdit: mayChange,
    isHeld: (path) => path in held(),
    onEdit: (path, text) => say(`${layout.robot} set ${path} ${text}`),
    onPlot: (path) => remember({ plots: [...new Set([...layout.plots, path])], view: "plots" }),
  };

  const build = () => {
    const wanted = filter.value.toLowerCase();
    trees.clear();
    hint.textContent = mayChange() ? "click a value to hold it at yours" : "values of this moment";
    const open = layout.open.filter((name) => page.knows(name)).map((name) => entry(name));
    list.replaceChildren(open.length ? h("section", {}, h("h3", {}, "open"), open) : "", ...page.threads().map((thread) => {
      const names = thread.names.filter((name) => name.toLowerCase().includes(wanted) && !layout.open.includes(name));
      return names.length ? h("section", {}, h("h3", {}, thread.name), names.map((name) => entry(name))) : null;
    }).filter(Boolean));
    update();
  };
  const entry = (name) => {
    const open = layout.open.includes(name);
    const head = h("div", { class: "representation", "data-name": name },
      h("button", { class: "fold", "aria-expanded": open, onclick: () => toggle(name) }, open ? "▾ " : "▸ ", name),
      open && mayChange() ? h("span", { class: "tools" },
        h("button", { class: "link", title: "keep this value until it is released", onclick: () => say(`${layout.robot} freeze ${name}`) }, "freeze"),
        h("button", { class: "link release", title: "let the modules decide again", onclick: () => say(`${layout.robot} free ${name}`) }, "release")) : null);
    if (!open) return head;
    const tree = new Tree(name, actions);
    trees.set(name, { tree, head });
    return h("div", {}, head, tree.element);
  };
  const update = () => {
    const values = now.thoughts.get(layout.robot)?.values ?? {};
    const active = Object.keys(held());
    for (const [name, { tree, head }] of trees) {
      if (name in values) tree.update(values[name]);
      head.classList.toggle("held", active.some((path) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)));
    }
  };

  filter.addEventListener("input", build);
  return {
    element: h("div", { class: "view" }, h("div", { class: "toolbar" }, filter, hint), list),
    refresh: build,
    thoughts: update,
    look: () => ({ values: layout.open.filter((name) => page.knows(name)) }),
    rebuildOn: ["layout.open"],
  };
}
