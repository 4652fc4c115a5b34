// The workbench: panels that are split, dragged, resized, closed and added, in layouts with names.

import { h } from "../page/dom.js";
import { choices, choose, emit, notify } from "../page/store.js";
import { createDockview } from "../vendor/dockview-core.min.js";
import { groupTools } from "./group_tools.js";
import { KINDS } from "./kinds.js";
import { arranged, offeredLayouts } from "./layouts.js";
import { Panel } from "./panel.js";
import { savedLayouts } from "./saved_layouts.js";

const WATCHED = ["scene", "field"];
const SETTLED = 300; // ms without a change until a layout is stored
const THEME = { name: "kickabout", className: "dockview-theme-kickabout", gap: 0, dndPanelOverlay: "group" };

export class Workbench {
  constructor(element) {
    this.element = element;
    this.panels = new Map(); // by id
    this.dock = createDockview(element, {
      theme: THEME,
      createComponent: ({ id, name }) => this.made(id, name),
      createRightHeaderActionComponent: (group) => groupTools(this, group),
      createWatermarkComponent: () => watermark(),
    });
    this.dock.onDidLayoutChange(() => this.store());
    this.dock.onDidRemovePanel(({ id }) => this.forget(id));
    this.dock.onDidActivePanelChange(() => emit("active panel"));
    this.leaving = () => this.storeNow();
    window.addEventListener("pagehide", this.leaving);
    this.load(choices.layout);
  }

  made(id, name) {
    const panel = new Panel(id, KINDS[name], {});
    this.panels.set(id, panel);
    return { element: panel.element, init: ({ api, params }) => this.opened(panel, api, params) };
  }

  opened(panel, api, params) {
    panel.parameters = { ...panel.parameters, ...params };
    panel.api = api;
    const retitle = () => api.title !== panel.title && api.setTitle(panel.title);
    panel.changed = (parameters) => {
      api.updateParameters({ ...parameters });
      retitle();
      emit("pinned");
      this.store();
    };
    panel.open();
    setTimeout(retitle); // dockview sets the title that it kept after this
    api.onDidVisibilityChange(({ isVisible }) => panel.show(isVisible));
    panel.show(api.isVisible);
  }

  forget(id) {
    this.panels.get(id)?.close();
    this.panels.delete(id);
  }

  // The layout of a name as it was left, as it was saved, or as it comes with the studio.
  load(name) {
    const known = name in offeredLayouts() || name in savedLayouts.all();
    const wanted = known ? name : "watch";
    this.loading = true;
    if (!this.restored(choices.arranged[wanted] ?? savedLayouts.all()[wanted]))
      this.restored(this.original(wanted));
    this.loading = false;
    if (choices.layout !== wanted) choose({ layout: wanted });
  }

  restored(kept) {
    if (!kept) return false;
    try {
      const unknown = Object.values(kept.panels).find((panel) => !(panel.contentComponent in KINDS));
      if (unknown) throw new Error(`there is no panel '${unknown.contentComponent}'`);
      this.clear();
      this.dock.fromJSON(structuredClone(kept));
      return true;
    } catch (error) {
      notify(`the layout could not be restored: ${error.message}`);
      this.clear();
      return false;
    }
  }

  original(name) {
    const saved = savedLayouts.all()[name];
    const { clientWidth: width, clientHeight: height } = this.element;
    return saved ?? arranged((offeredLayouts()[name] ?? offeredLayouts().watch).grid, { width, height }, KINDS);
  }

  clear() {
    this.dock.clear();
    for (const id of [...this.panels.keys()]) this.forget(id);
  }

  switchTo(name) {
    if (name === choices.layout) return;
    this.storeNow();
    choose({ layout: name });
    this.load(name);
  }

  // As it comes with the studio, or as it was saved.
  reset() {
    const { [choices.layout]: _, ...others } = choices.arranged;
    choose({ arranged: others });
    this.load(choices.layout);
  }

  store() {
    if (this.loading) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.storeNow(), SETTLED);
  }

  storeNow() {
    clearTimeout(this.timer);
    choose({ arranged: { ...choices.arranged, [choices.layout]: this.dock.toJSON() } });
  }

  find(kind) {
    const fitting = [...this.panels.values()].filter((panel) => panel.kind.name === kind);
    return fitting.find((panel) => panel.shown) ?? fitting[0];
  }

  // Brings a panel of this kind to the front, or adds one; its settings are changed if some are given.
  open(kind, settings = {}) {
    const panel = this.find(kind) ?? this.add(kind);
    panel.api?.setActive();
    if (Object.keys(settings).length) panel.set(settings);
    return panel;
  }

  // The active group, unless it shows the match, which a new panel would cover.
  room() {
    const covers = (group) =>
      group.activePanel && WATCHED.includes(this.panels.get(group.activePanel.id)?.kind.name);
    const active = this.dock.activeGroup;
    return active && !covers(active) ? active : (this.dock.groups.find((group) => !covers(group)) ?? active);
  }

  add(kind, group = this.room(), settings = {}) {
    const taken = [...this.panels.keys()].map((id) => Number(id.split("-").at(-1)));
    const id = `${kind}-${Math.max(0, ...taken) + 1}`;
    const position = group ? { referenceGroup: group } : undefined;
    this.dock.addPanel({ id, component: kind, title: KINDS[kind].title, params: settings, position });
    return this.panels.get(id);
  }

  get active() {
    return this.panels.get(this.dock.activePanel?.id);
  }

  closeActive() {
    this.dock.activePanel?.api.close();
  }

  maximize() {
    if (this.dock.hasMaximizedGroup()) this.dock.exitMaximizedGroup();
    else if (this.dock.activePanel) this.dock.maximizeGroup(this.dock.activePanel);
  }

  nextTab(direction) {
    if (direction > 0) this.dock.activateNext({ includePanel: true });
    else this.dock.activatePrevious({ includePanel: true });
  }

  // Splits the active group: its active panel again, beside or below.
  split(direction) {
    const panel = this.active;
    if (!panel) return;
    const made = this.add(panel.kind.name, undefined, { ...panel.parameters });
    made.api.moveTo({ group: panel.api.group, position: direction });
    made.api.setActive();
  }

  close() {
    this.storeNow();
    window.removeEventListener("pagehide", this.leaving);
    this.clear();
    this.dock.dispose();
  }
}

function watermark() {
  const hint = h("p", { class: "empty" }, "No panel is open. Press a to add one, or choose a layout above.");
  return { element: h("div", { class: "watermark" }, hint), init() {} };
}
