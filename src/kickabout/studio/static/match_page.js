// The match page: 3-D scene, field, and below it what happened, the game's controls, drawings.

import { h, setText } from "./dom.js";
import { ask, say } from "./feed.js";
import { fieldView, teamColor } from "./field_view.js";
import { sceneView } from "./scene_view.js";
import { layout, mayMove, now, on, remember } from "./store.js";

const PANELS = { events: "Events", game: "Game", robots: "Robots", drawings: "Drawings" };
const PENALTIES = ["playerPushing", "illegalBallContact", "inactivePlayer", "illegalDefender", "leavingTheField",
  "illegalMotionInSet", "requestForPickup", "localGameStuck", "manual"];

export function matchPage() {
  const side = h("div", { class: "column side" }, fieldView("match field"), panels());
  const divider = h("div", { class: "divider", role: "separator", title: "drag to resize" });
  const page = h("div", { class: "page match-page" }, sceneView(), divider, side);
  const fit = () => page.style.setProperty("--split", `${(layout.split * 100).toFixed(1)}%`);
  divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
  divider.addEventListener("pointermove", (event) => {
    if (!divider.hasPointerCapture(event.pointerId)) return;
    remember({ split: Math.min(0.75, Math.max(0.3, event.clientX / page.clientWidth)) });
  });
  on("layout.split", fit);
  fit();
  return page;
}

function panels() {
  const tabs = h("div", { class: "tabs", role: "tablist" });
  const content = h("div", { class: "panel-content" });
  const makers = { events: eventList, game: gamePanel, robots: robotList, drawings: drawingList };
  const made = {};
  for (const [name, title] of Object.entries(PANELS)) {
    made[name] = h("div", { class: "panel", "data-panel": name }, makers[name]());
    content.append(made[name]);
    tabs.append(h("button", { class: "tab", role: "tab", "data-tab": name, onclick: () => remember({ panel: name }) }, title));
  }
  const show = () => {
    for (const [name, panel] of Object.entries(made)) panel.hidden = name !== layout.panel;
    for (const tab of tabs.children) tab.setAttribute("aria-selected", tab.dataset.tab === layout.panel);
  };
  on("layout.panel", show);
  show();
  return h("div", { class: "panels" }, tabs, content);
}

function eventList() {
  const list = h("ol", { class: "events" });
  const update = () => {
    const rows = now.events.slice(-300).reverse().map((event) =>
      h("li", { title: "look at this moment", onclick: () => say(`goto ${Math.max(0, event.time - 0.5).toFixed(3)}`) },
        h("time", {}, `${event.time.toFixed(1)} s`), h("span", { class: "source" }, event.source),
        h("span", { class: event.text.startsWith("goal") ? "goal" : "" }, event.text)));
    list.replaceChildren(...(rows.length ? rows : [h("li", { class: "empty" }, "Nothing happened yet.")]));
  };
  on("events", update);
  update();
  return list;
}

function gamePanel() {
  const button = (label, line, title = line) => h("button", { class: "action", title, onclick: () => say(line) }, label);
  const robot = h("select", { title: "robot" }, now.stage.robots.map((r) => h("option", { value: r.name }, r.name)));
  const penalty = h("select", { title: "penalty" }, PENALTIES.map((word) => h("option", { value: word }, words(word))));
  const referee = h("input", { type: "checkbox", checked: true, onchange: () => say(`referee ${referee.checked ? "on" : "off"}`) });
  const row = (label, ...items) => h("div", { class: "row" }, h("span", { class: "label" }, label), items);
  const panel = h("fieldset", { class: "game" },
    row("State", ["initial", "ready", "set", "playing", "finished"].map((word) => button(word, `game ${word}`))),
    row("Goal", button("home", "goal home"), button("away", "goal away")),
    row("Kick-off", button("home", "game kickOffFirstTeam"), button("away", "game kickOffSecondTeam")),
    row("Kick-in", button("home", "game kickInForFirstTeam"), button("away", "game kickInForSecondTeam")),
    row("Corner", button("home", "game cornerKickForFirstTeam"), button("away", "game cornerKickForSecondTeam")),
    row("Penalty", robot, penalty,
      h("button", { class: "action", onclick: () => say(`penalty ${robot.value} ${penalty.value}`) }, "give"),
      h("button", { class: "action", onclick: () => say(`penalty ${robot.value} none`) }, "take back")),
    row("Referee", h("label", {}, referee, " judges automatically")));
  const note = h("p", { class: "empty" }, "The game can be controlled while a match runs, not in recordings.");
  const update = () => { panel.disabled = !mayMove(); note.hidden = mayMove(); };
  on("status", update);
  update();
  return h("div", {}, panel, note);
}

function words(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function robotList() {
  const rows = now.stage.robots.map((robot) => {
    const state = h("td", { class: "muted" }), error = h("td", { class: "number" });
    const row = h("tr", { onclick: () => remember({ robot: robot.name }), ondblclick: () => remember({ robot: robot.name, page: "robot" }) },
      h("td", {}, h("i", { class: "swatch", style: `background:${teamColor(robot)}` }), robot.name), state, error,
      h("td", {}, h("button", { class: "link", onclick: () => remember({ robot: robot.name, page: "robot" }) }, "open")));
    return { robot, row, state, error };
  });
  const update = () => {
    rows.forEach(({ robot, row, state, error }, index) => {
      const there = now.moment?.robots[index];
      if (!there) return;
      row.classList.toggle("chosen", robot.name === layout.robot);
      const penalty = now.status?.penalties?.[robot.name];
      setText(state, penalty ?? (there.torso[2] < 0.17 ? "fallen" : "on its feet"));
      const [x, y] = there.belief;
      setText(error, Number.isNaN(x) ? "–" : `${Math.hypot(x - there.torso[0], y - there.torso[1]).toFixed(2)} m off`);
    });
  };
  let last = 0;
  on("moment", () => { if (performance.now() - last > 250) { last = performance.now(); update(); } });
  on("layout.robot", update);
  return h("table", { class: "robots" }, h("tbody", {}, rows.map(({ row }) => row)));
}

function drawingList() {
  const box = h("div", { class: "drawings" });
  const toggle = (key, name) => {
    const listed = new Set(layout[key]);
    if (!listed.delete(name)) listed.add(name);
    remember({ [key]: [...listed] });
  };
  let known = [];
  const update = () => {
    const names = [...new Set([...known, ...layout.drawings])].sort();
    box.replaceChildren(
      h("div", { class: "chips" }, h("label", {}, h("input", { type: "checkbox", checked: layout.beliefs, onchange: (e) => remember({ beliefs: e.target.checked }) }), " beliefs of all robots")),
      h("div", { class: "chips" }, now.stage.robots.map((robot) =>
        h("button", { class: "chip", "aria-pressed": layout.drawn.includes(robot.name), onclick: () => toggle("drawn", robot.name) },
          h("i", { class: "swatch", style: `background:${teamColor(robot)}` }), robot.name))),
      h("div", { class: "chips" }, names.map((name) =>
        h("button", { class: "chip", "aria-pressed": layout.drawings.includes(name), onclick: () => toggle("drawings", name) }, name))),
      h("p", { class: "muted" }, "Choose robots and what they draw; truth is filled, belief is dashed."));
  };
  const fetch = async () => {
    const robot = layout.drawn[0] ?? layout.robot ?? now.stage.robots[0]?.name;
    if (layout.panel !== "drawings" || !robot) return;
    const reply = await ask(robot, { draw: true });
    if (reply.ok) known = reply.of.known_drawings.filter((name) => !known.includes(name)).concat(known);
    update();
  };
  for (const name of ["layout.drawings", "layout.drawn", "layout.beliefs"]) on(name, update);
  on("layout.panel", fetch);
  on("connected", (is) => is && fetch());
  update();
  return box;
}
