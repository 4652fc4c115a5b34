// At the right of a group's tabs: which robot its panel shows, more room for it, another panel.

import { button, h } from "../page/dom.js";
import { BESIDE, FIRST, now, on, ownName } from "../page/store.js";
import { openPalette } from "./palette.js";

export function groupTools(bench, group) {
  const robot = robotSelect((chosen) => bench.panels.get(group.activePanel?.id)?.set(chosen));
  const more = button("▣", "more room for this panel, or less again (z)", () => {
    group.activePanel?.api.setActive();
    bench.maximize();
  });
  const add = button("+", "add a panel here (a)", () => openPalette(bench, { group }));
  const element = h("div", { class: "group-tools" }, robot, more, add);
  const update = () => {
    const panel = bench.panels.get(group.activePanel?.id);
    robot.hidden = !panel || panel.kind.alone || !(now.beside || (panel.kind.robot && now.stage.robots.length));
    if (!panel) return;
    robot.list(panel.kind.robot);
    robot.value = JSON.stringify(chosenBy(panel));
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

// What a panel shows, as its settings say it.
function chosenBy(panel) {
  return { match: panel.match === now ? "" : BESIDE, robot: panel.isPinned ? panel.parameters.robot : "" };
}

function robotSelect(act) {
  const select = h(
    "select",
    { class: "pin", title: "which robot this panel shows", "aria-label": "robot of this panel" },
  );
  const option = (match, robot, text) => h("option", { value: JSON.stringify({ match, robot }) }, text);
  const options = (match, shown, withRobots, called) => [
    option(match, "", withRobots ? `chosen robot${called && ` of ${called}`}` : shown.stage.title),
    ...(withRobots ? shown.stage.robots : []).map(({ name }) =>
      option(match, ownName(name), called ? `${called} ${ownName(name)}` : name),
    ),
  ];
  let listed = null;
  select.list = (withRobots) => {
    if (listed === withRobots) return;
    listed = withRobots;
    const groups = now.beside
      ? [
          ["", now, FIRST],
          [BESIDE, now.beside, BESIDE],
        ].map(([match, shown, called]) =>
          h(
            "optgroup",
            { label: `${called}: ${shown.stage.title}` },
            options(match, shown, withRobots, called),
          ),
        )
      : options("", now, withRobots, "");
    select.replaceChildren(...groups);
  };
  select.addEventListener("change", () => act(JSON.parse(select.value)));
  return select;
}
