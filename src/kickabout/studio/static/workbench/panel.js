// One panel of the workbench: its view, the robot it shows, what it needs, and its settings.

import { emptyNote, h } from "../page/dom.js";
import { need } from "../page/feed.js";
import { programOf } from "../page/programs.js";
import { BESIDE, choices, choose, FIRST, isRobot, now, on, ownName } from "../page/store.js";

const OF_A_MATCH = ["moment", "status", "events"];

// A view has an element and any of: refresh() after a change, data() for each answer of its robot,
// look() for what it needs of its robot, looks() for what it needs of several, dispose().
export class Panel {
  constructor(id, kind, parameters, changed = () => {}) {
    this.id = id;
    this.kind = kind;
    this.parameters = { ...choices.settings[kind.name], ...parameters };
    this.changed = changed; // called with the parameters after each change
    this.shown = false;
    this.ended = [];
    this.element = h("div", { class: "panel", "data-panel": kind.name, "data-id": id });
  }

  // The match or recording that is shown.
  get match() {
    return this.parameters.match === BESIDE && now.beside ? now.beside : now;
  }

  // The robot that is shown: the one it is pinned to, or the chosen one of its match.
  get robot() {
    const { key, stage } = this.match,
      wanted = key + (this.isPinned ? this.parameters.robot : choices.robot);
    return isRobot(wanted) ? wanted : (stage.robots[0]?.name ?? "");
  }

  get isPinned() {
    return Boolean(this.parameters.robot) && isRobot(this.match.key + this.parameters.robot);
  }

  get title() {
    const of = now.beside ? (this.match === now ? FIRST : BESIDE) : "",
      pinned = this.isPinned && this.kind.robot ? ownName(this.robot) : "";
    const about = `${of} ${pinned}`.trim();
    return about && !this.kind.alone ? `${this.kind.title} · ${about}` : this.kind.title;
  }

  // The robots whose drawings are shown, in the match that is shown.
  get drawn() {
    return choices.drawn.map((name) => this.match.key + name).filter(isRobot);
  }

  get data() {
    return now.data.get(this.robot);
  }

  get values() {
    return this.data?.values ?? {};
  }

  get program() {
    return programOf(this.robot);
  }

  // A setting of this panel, or what its kind begins with.
  setting(name) {
    return this.parameters[name] ?? this.kind.settings?.[name];
  }

  set(changes) {
    const { match } = this;
    Object.assign(this.parameters, changes);
    if (match !== this.match) this.remake();
    if (!("robot" in changes || "match" in changes)) this.keep(changes);
    this.changed(this.parameters);
    this.refresh();
  }

  // New panels of this kind begin with what was set last.
  keep(changes) {
    const kept = { ...choices.settings[this.kind.name], ...changes };
    choose({ settings: { ...choices.settings, [this.kind.name]: kept } });
  }

  // Listens as long as the panel is open.
  on(name, listener) {
    if (!OF_A_MATCH.includes(name)) return void this.ended.push(on(name, listener));
    const only = (match) => (detail) => this.match === match() && listener(detail);
    this.ended.push(
      on(
        name,
        only(() => now),
      ),
      on(
        `beside ${name}`,
        only(() => now.beside),
      ),
    );
  }

  open() {
    this.view = this.kind.make(this);
    this.element.append(this.view.element);
    if (this.kind.robot) {
      this.on("choice.robot", () => !this.isPinned && this.refresh());
      this.on("data", (robot) => robot === this.robot && this.shown && this.view.data?.());
    }
    this.on("program", (robot) => robot === this.robot && this.refresh());
    for (const name of ["mode", "permission"]) this.on(name, () => this.refresh());
  }

  // A view shows one match; that of another one is made anew.
  remake() {
    this.end();
    this.open();
  }

  end() {
    for (const end of this.ended.splice(0)) end();
    this.view?.dispose?.();
    this.element.replaceChildren();
  }

  show(shown) {
    if (shown === this.shown) return;
    this.shown = shown;
    if (shown) this.refresh();
    else need(this.id, null);
    this.view?.shown?.(shown);
  }

  refresh() {
    if (!this.shown || !this.view) return;
    this.explain(this.kind.program ? this.program.problem : "");
    this.view.refresh?.();
    this.need();
  }

  // Without its program nothing can be shown of a robot, such as of one whose modules are gone.
  explain(problem) {
    this.note?.remove();
    this.view.element.hidden = Boolean(problem);
    if (!problem) return;
    this.note = emptyNote(problem);
    this.element.append(this.note);
  }

  need() {
    if (!this.shown) return;
    if (this.view.looks) need(this.id, this.view.looks());
    else need(this.id, this.robot && this.view.look ? { [this.robot]: this.view.look() } : null);
  }

  close() {
    this.show(false);
    this.end();
  }
}
