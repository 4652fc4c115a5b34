// What the referee called and people noted; a click looks at that moment.

import { h } from "../page/dom.js";
import { run } from "../page/feed.js";

const LISTED = 300;
const BEFORE = 0.5; // s, by which the moment looked at lies before the event

export function eventView(panel) {
  const list = h("ol", { class: "events scroll" });
  const row = (event) =>
    h(
      "li",
      {
        tabindex: "0",
        title: "look at this moment",
        onclick: () => look(event, panel.match),
        onkeydown: ({ key }) => key === "Enter" && look(event, panel.match),
      },
      h("time", {}, `${event.time.toFixed(1)} s`),
      h("span", { class: "source" }, event.source),
      h("span", { class: event.text.startsWith("goal") ? "goal" : "" }, event.text),
    );
  const refresh = () => {
    const rows = panel.match.events.slice(-LISTED).reverse().map(row);
    list.replaceChildren(...(rows.length ? rows : [h("li", { class: "empty" }, "Nothing happened yet.")]));
  };
  panel.on("events", refresh);
  return { element: list, refresh };
}

function look(event, match) {
  run(`${match.key}goto ${Math.max(0, event.time - BEFORE).toFixed(3)}`);
}
