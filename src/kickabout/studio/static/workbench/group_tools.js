// At the right of a group's tabs: which robot its panel shows, more room for it, another panel.

import { button, h } from "../page/dom.js";
import { now, on } from "../page/store.js";
import { openPalette } from "./palette.js";

export function groupTools(bench, group) {
  const robot = robotSelect((name) => bench.panels.get(group.activePanel?.id)?.set({ robot: name }));
  const more = button("▣", "more room for this panel, or less again (z)", () => {
    group.activePanel?.api.setActive();
    bench.maximize();
  });
  const add = button("+", "add a panel here (a)", () => openPalette(bench, { group }));
  const element = h("div", { class: "group-tools" }, robot, more, add);
  const update = () => {
    const panel = bench.panels.get(group.activePanel?.id);
    robot.hidden = !panel?.kind.robot || !now.stage.robots.length;
    robot.value = panel?.isPinned ? panel.robot : "";
    robot.classList.toggle("pinned", panel?.isPinned ?? false);
  };
  const ended = [on("active panel", update), on("pinned", update)];
  return {
    element,
    init: ({ api }) => {
      api.onDidActivePanelChange(update);
      setTimeout(update);
    },
    dispose: () => ended.forEach((end) => end()),
  };
}

function robotSelect(act) {
  const select = h(
    "select",
    { class: "pin", title: "which robot this panel shows", "aria-label": "robot of this panel" },
    h("option", { value: "" }, "chosen robot"),
    now.stage.robots.map(({ name }) => h("option", { value: name }, name)),
  );
  select.addEventListener("change", () => act(select.value));
  return select;
}
