// A tree of plain data whose rows stay while their values change.

import { h, number, setText } from "../page/dom.js";
import { difference } from "./comparison.js";

const LISTED = 120; // entries of a branch

function isBranch(value) {
  return value !== null && typeof value === "object";
}

function flat(value) {
  return Array.isArray(value) && value.length <= 4 && value.every((item) => typeof item === "number");
}

function written(value) {
  if (value === null) return "—";
  if (typeof value === "number") return number(value);
  if (Array.isArray(value)) return `(${value.map(number).join(", ")})`;
  return String(value);
}

// What a closed branch says: sizes of lists and matrices, the first values of others; their units
// are named where they differ from that of the whole, which stands behind all of them.
function summary(value, path, about) {
  if (Array.isArray(value)) return sized(value);
  const whole = about(path)?.unit ?? "";
  const parts = Object.entries(value)
    .filter(([, item]) => !isBranch(item))
    .slice(0, 4);
  const unitOf = (key) => about(`${path}.${key}`)?.unit ?? "";
  return parts
    .map(([key, item]) => [key, written(item), whole ? "" : unitOf(key)].filter(Boolean).join("\u00a0"))
    .join(" · ");
}

function sized(list) {
  const rows = list.filter((row) => flat(row) && row.length === list[0].length);
  if (list.length > 1 && rows.length === list.length) return `${list.length} × ${list[0].length} matrix`;
  return list.length ? `${list.length} element${list.length > 1 ? "s" : ""}` : "empty";
}

export class Tree {
  // actions: mayEdit(), isHeld(path), onEdit(path, text), onPlot(path), before(path), about(path)
  constructor(path, actions) {
    this.path = path;
    this.actions = actions;
    this.rows = new Map();
    this.opened = new Set([path]);
    this.element = h("div", { class: "tree" });
    this.value = undefined;
  }

  update(value) {
    this.value = value;
    const seen = new Set();
    this.visit(this.path, this.path, value, 0, seen);
    for (const [path, row] of this.rows) {
      if (!seen.has(path)) {
        row.element.remove();
        this.rows.delete(path);
      }
    }
  }

  visit(path, name, value, depth, seen) {
    seen.add(path);
    const branch = isBranch(value) && !flat(value);
    const row = this.row(path, name, depth, branch);
    row.element.classList.toggle("held", this.actions.isHeld(path));
    if (branch) {
      const open = this.opened.has(path);
      setText(row.mark, open ? "▾" : "▸");
      setText(row.value, open ? "" : summary(value, path, this.actions.about));
      if (!open) return;
      const entries = Array.isArray(value)
        ? value.map((item, i) => [`[${i}]`, item, `${path}[${i}]`])
        : Object.entries(value).map(([key, item]) => [key, item, `${path}.${key}`]);
      for (const [key, item, inner] of entries.slice(0, LISTED))
        this.visit(inner, key, item, depth + 1, seen);
    } else if (!row.editing) setText(row.value, value === undefined ? "not there" : written(value));
    const before = this.actions.before(path);
    setText(row.change, before === undefined || branch ? "" : difference(before, value));
  }

  row(path, name, depth, branch) {
    const known = this.rows.get(path);
    if (known && known.branch === branch) {
      return known;
    }
    known?.element.remove();
    const mark = h("span", { class: "mark" }),
      value = h("span", { class: "value" }),
      change = h("span", { class: "change" });
    const about = this.actions.about(path);
    const plot = h(
      "button",
      {
        class: "icon",
        title: "plot",
        "aria-label": `plot ${path}`,
        onclick: (event) => {
          event.stopPropagation();
          this.actions.onPlot(path);
        },
      },
      "∿",
    );
    const element = h(
      "div",
      { class: "tree-row", "data-path": path, title: about?.remark ?? "", style: `--depth:${depth}` },
      mark,
      h("span", { class: "key" }, name),
      value,
      h("span", { class: "unit muted" }, about?.unit ?? ""),
      change,
      plot,
    );
    const row = { element, mark, value, change, branch, editing: false };
    if (branch) {
      element.tabIndex = 0;
      element.addEventListener("click", () => this.toggle(path));
      element.addEventListener(
        "keydown",
        (event) => event.key === "Enter" && event.target === element && this.toggle(path),
      );
    } else value.addEventListener("click", () => this.edit(row, path));
    this.rows.set(path, row);
    this.insert(element, path);
    return row;
  }

  insert(element, path) {
    const rows = [...this.rows.keys()];
    const before = rows.indexOf(path);
    const parent = rows.filter((other, i) => i < before && path.startsWith(other)).at(-1);
    if (!parent) {
      this.element.append(element);
      return;
    }
    let last = this.rows.get(parent).element;
    while (
      last.nextElementSibling?.dataset.path.startsWith(parent + ".") ||
      last.nextElementSibling?.dataset.path.startsWith(parent + "[")
    ) {
      last = last.nextElementSibling;
    }
    last.after(element);
  }

  toggle(path) {
    if (!this.opened.delete(path)) this.opened.add(path);
    this.update(this.value);
  }

  edit(row, path) {
    if (row.editing || !this.actions.mayEdit()) return;
    row.editing = true;
    const input = h("input", { class: "edit", value: row.value.textContent.replace(/^\((.*)\)$/, "[$1]") });
    const done = (keep) => {
      if (!row.editing) return;
      row.editing = false;
      row.value.replaceChildren(keep ? input.value : "");
      if (keep) this.actions.onEdit(path, input.value);
      this.update(this.value);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") done(true);
      if (event.key === "Escape") done(false);
    });
    input.addEventListener("blur", () => done(false));
    row.value.replaceChildren(input);
    input.select();
  }
}
