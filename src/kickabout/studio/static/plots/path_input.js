// An input for paths such as "BallModel.position_in_robot.x" that offers how they may go on.

import { completions, documentation, fieldOf } from "../data/schema.js";
import { h } from "../page/dom.js";

export function pathInput(label, take) {
  const input = h("input", {
    placeholder: label,
    "aria-label": "path to plot",
    spellcheck: "false",
    autocomplete: "off",
    role: "combobox",
  });
  const list = h("div", { class: "completions", role: "listbox", hidden: true });
  let offered = [],
    at = -1;
  const done = (path) => {
    input.value = "";
    list.hidden = true;
    take(path);
  };
  const fill = () => {
    offered = completions(input.value.trim());
    list.hidden = !offered.length || document.activeElement !== input;
    list.replaceChildren(
      ...offered.map((path, i) => {
        const about = fieldOf(path);
        return h(
          "button",
          {
            class: "item",
            role: "option",
            "aria-selected": i === at,
            onpointerdown: (event) => {
              event.preventDefault();
              pick(path);
            },
          },
          path,
          h("span", { class: "muted" }, about?.remark ?? ""),
        );
      }),
    );
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  // What has parts goes on with them, a number is taken.
  const pick = (path) => {
    if (!Object.keys(fieldOf(path)?.fields ?? {}).length) return done(path);
    input.value = `${path}.`;
    at = -1;
    return fill();
  };
  const keys = {
    Enter: () =>
      at >= 0 ? pick(offered[at]) : input.value.trim() && done(input.value.trim().replace(/\.$/, "")),
    Tab: () => offered.length && pick(offered[Math.max(0, at)]),
    Escape: () => {
      list.hidden = true;
      input.blur();
    },
    ArrowDown: () => {
      at = Math.min(offered.length - 1, at + 1);
      fill();
    },
    ArrowUp: () => {
      at = Math.max(-1, at - 1);
      fill();
    },
  };
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (!keys[event.key] || (event.key === "Tab" && (event.shiftKey || !input.value))) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const name of ["input", "focus"])
    input.addEventListener(name, () => {
      at = -1;
      documentation().then(fill);
    });
  input.addEventListener("blur", () => (list.hidden = true));
  return { element: h("div", { class: "completing" }, input, list), input };
}
