// The workbench of narrow screens: the match above, one chosen panel below.

import { h } from "../page/dom.js";
import { choices, choose } from "../page/store.js";
import { KINDS } from "./kinds.js";
import { Panel } from "./panel.js";

const WATCHED = ["scene", "field"];

export class PhoneBench {
  constructor(element) {
    this.panels = new Map();
    this.above = h("div", { class: "phone-above" });
    this.below = h("div", { class: "phone-below" });
    this.tabs = h("nav", { class: "phone-tabs" });
    this.watched = h("button", { class: "icon phone-swap", onclick: () => this.watch(this.other()) });
    element.replaceChildren(h("div", { class: "phone" }, this.above, this.watched, this.tabs, this.below));
    this.watch(WATCHED.includes(choices.phone) ? choices.phone : "scene");
    this.open("events");
  }

  other() {
    return WATCHED.find((kind) => kind !== this.shownAbove);
  }

  watch(kind) {
    this.place(this.above, this.shownAbove, kind);
    this.shownAbove = kind;
    this.watched.textContent = KINDS[this.other()].title;
    this.watched.title = `show the ${KINDS[this.other()].about}`;
    choose({ phone: kind });
  }

  open(kind, settings = {}) {
    if (WATCHED.includes(kind)) this.watch(kind);
    else {
      this.place(this.below, this.shownBelow, kind);
      this.shownBelow = kind;
      this.listTabs();
    }
    const panel = this.panels.get(kind);
    if (Object.keys(settings).length) panel.set(settings);
    return panel;
  }

  place(box, before, kind) {
    if (before === kind) return;
    this.panels.get(before)?.show(false);
    if (!this.panels.has(kind)) {
      this.panels.set(kind, new Panel(kind, KINDS[kind], {}));
      this.panels.get(kind).open();
    }
    box.replaceChildren(this.panels.get(kind).element);
    this.panels.get(kind).show(true);
  }

  listTabs() {
    const listed = Object.values(KINDS).filter(({ name }) => !WATCHED.includes(name));
    this.tabs.replaceChildren(
      ...listed.map(({ name, title }) =>
        h(
          "button",
          {
            class: "tab",
            "data-kind": name,
            "aria-selected": name === this.shownBelow,
            onclick: () => this.open(name),
          },
          title,
        ),
      ),
    );
    this.tabs.querySelector("[aria-selected=true]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }

  find(kind) {
    return this.panels.get(kind);
  }
  get active() {
    return this.panels.get(this.shownBelow);
  }
  switchTo(name) {
    choose({ layout: name });
  }
  maximize() {
    this.watch(this.other());
  }
  closeActive() {}
  reset() {}
  split() {}

  nextTab(direction) {
    const buttons = [...this.tabs.children],
      at = buttons.findIndex((tab) => tab.dataset.kind === this.shownBelow);
    this.open(buttons[(at + direction + buttons.length) % buttons.length].dataset.kind);
  }

  close() {
    for (const panel of this.panels.values()) panel.close();
  }
}
