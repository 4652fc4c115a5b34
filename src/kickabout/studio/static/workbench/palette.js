// The palette: type a few letters, press Enter; adds panels, changes layouts, chooses robots.

import { h } from "../page/dom.js";
import { choices, choose, now } from "../page/store.js";
import { KINDS } from "./kinds.js";
import { offeredLayouts } from "./layouts.js";
import { savedLayouts } from "./saved_layouts.js";

export function openPalette(bench, { group } = {}) {
  if (document.querySelector("dialog.palette")) return;
  const entries = [
    ...panelEntries(bench, group),
    ...(group ? [] : [...layoutEntries(bench), ...robotEntries()]),
  ];
  const input = h("input", {
    placeholder: group ? "which panel?" : "panel, layout or robot",
    "aria-label": "what to open",
    spellcheck: "false",
  });
  const list = h("div", { class: "choices-list", role: "listbox" });
  const dialog = h("dialog", { class: "palette" }, input, list);
  let fitting = [],
    at = 0;
  const take = (entry) => {
    dialog.close();
    entry?.act();
  };
  const fill = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    fitting = entries.filter(({ title, about }) =>
      words.every((word) => `${title} ${about}`.toLowerCase().includes(word)),
    );
    at = Math.min(at, Math.max(0, fitting.length - 1));
    list.replaceChildren(
      ...fitting.map((entry, index) =>
        h(
          "button",
          { class: "item", role: "option", "aria-selected": index === at, onclick: () => take(entry) },
          h("b", {}, entry.title),
          h("span", { class: "muted" }, entry.about),
        ),
      ),
    );
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  input.addEventListener("input", () => {
    at = 0;
    fill();
  });
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") take(fitting[at]);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    at = (at + step + fitting.length) % Math.max(1, fitting.length);
    fill();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fill();
}

function panelEntries(bench, group) {
  return Object.values(KINDS).map(({ name, title, about }) => ({
    title,
    about,
    act: () => (bench.add ? bench.add(name, group) : bench.open(name)).api?.setActive(),
  }));
}

function layoutEntries(bench) {
  const own = Object.keys(savedLayouts.all()).map((name) => [name, { title: name, about: "saved by you" }]);
  return [...Object.entries(offeredLayouts()), ...own].map(([name, { title, about }]) => ({
    title: `Layout: ${title}`,
    about,
    act: () => bench.switchTo(name),
  }));
}

function robotEntries() {
  return now.stage.robots
    .filter(({ name }) => name !== choices.robot)
    .map(({ name, team }) => ({
      title: `Robot: ${name}`,
      about: now.stage.teams[team].name,
      act: () => choose({ robot: name }),
    }));
}
