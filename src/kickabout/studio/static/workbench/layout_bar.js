// The layouts in the header: one click each; saved ones and what to do with them in a menu.

import { button, h } from "../page/dom.js";
import { choices, notify, on } from "../page/store.js";
import { theBench } from "./bench.js";
import { offeredLayouts } from "./layouts.js";
import { savedLayouts } from "./saved_layouts.js";

export function layoutBar() {
  const bar = h("nav", { class: "tabs layouts", "aria-label": "layouts" });
  const more = h("div", { class: "menu", hidden: true });
  const open = button(
    "⋯",
    "more about layouts",
    (event) => {
      event.stopPropagation();
      more.hidden = !more.hidden;
      fillMenu();
    },
    { "data-do": "layout menu" },
  );
  const shut = () => (more.hidden = true);
  const fillMenu = () => more.replaceChildren(...menu(shut));
  const update = () => {
    const own = Object.keys(savedLayouts.all()).map((name) => [name, { title: name, about: "saved by you" }]);
    bar.replaceChildren(
      ...[...Object.entries(offeredLayouts()), ...own].map(([name, { title, about }], index) =>
        h(
          "button",
          {
            class: "tab",
            "data-layout": name,
            "aria-selected": name === choices.layout,
            title: index < 9 ? `${about} (Alt+${index + 1})` : about,
            onclick: () => theBench().switchTo(name),
          },
          title,
        ),
      ),
    );
  };
  document.addEventListener("click", (event) => event.target.closest(".menu") || shut());
  document.addEventListener("keydown", (event) => event.key === "Escape" && shut());
  for (const name of ["choice.layout", "layouts"]) on(name, update);
  update();
  return h("div", { class: "layout-bar" }, bar, h("div", { class: "menu-place" }, open, more));
}

// All layouts in the order of the bar, for the keyboard.
export function layoutNames() {
  return [...Object.keys(offeredLayouts()), ...Object.keys(savedLayouts.all())];
}

function menu(shut) {
  const name = h("input", {
    placeholder: "name",
    "aria-label": "name of the layout",
    size: 14,
    maxlength: 40,
  });
  const save = () => {
    const wanted = name.value.trim();
    if (wanted in offeredLayouts()) return notify(`'${wanted}' is a layout of the studio; choose another name`);
    if (!wanted || !theBench().dock) return undefined;
    savedLayouts.save(wanted, theBench().dock.toJSON());
    return shut();
  };
  name.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") save();
    if (event.key === "Escape") shut();
  });
  const item = (text, act, more = {}) =>
    h(
      "button",
      {
        class: "item",
        onclick: () => {
          act();
          shut();
        },
        ...more,
      },
      text,
    );
  const isOwn = choices.layout in savedLayouts.all();
  return [
    item("Reset this layout", () => theBench().reset(), { "data-do": "reset layout" }),
    isOwn
      ? item(`Delete '${choices.layout}'`, () => removed(choices.layout), { "data-do": "delete layout" })
      : "",
    h(
      "div",
      { class: "row" },
      h("span", { class: "muted" }, "Save as"),
      name,
      h("button", { class: "action", "data-do": "save layout", onclick: save }, "save"),
    ),
  ];
}

function removed(name) {
  theBench().switchTo("watch");
  savedLayouts.remove(name);
}
