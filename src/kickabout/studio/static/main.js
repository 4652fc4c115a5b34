// The studio's page: header, pages, shortcuts, notices.

import { consoleView } from "./console_view.js";
import { clock, h, setText } from "./dom.js";
import { connect, figures, say } from "./feed.js";
import { matchPage } from "./match_page.js";
import { motionPage } from "./motion_page.js";
import { player, stepBy, togglePlay } from "./player.js";
import { robotPage } from "./robot_page.js";
import { stats } from "./scene_view.js";
import { layout, now, on, remember } from "./store.js";

const PAGES = { match: "Match", robot: "Robot", motion: "Motions" };
const KEYS = [["space", "play or pause"], [", .", "one frame back or ahead"], ["b", "ten seconds back"], ["l", "back to the match"], ["m r k", "match, robot or key-frame page"],
  ["1 … 9", "choose a player, with shift of the away team"], ["f", "what the camera follows"], ["t", "dark or light"], ["c", "console"], ["?", "this list"]];

async function start() {
  document.documentElement.dataset.theme = layout.theme;
  now.stage = await (await fetch(`/stage.json${location.search}`)).json();
  if (!now.stage.robots.some((robot) => robot.name === layout.robot)) remember({ robot: now.stage.robots[0]?.name ?? "" });
  layout.drawn = layout.drawn.filter((name) => now.stage.robots.some((robot) => robot.name === name));
  header(document.getElementById("header"));
  const pages = { match: matchPage(), robot: robotPage(), motion: motionPage() };
  document.getElementById("main").append(...Object.values(pages));
  player(document.getElementById("player"));
  consoleView(document.getElementById("console"));
  const show = () => {
    for (const [name, page] of Object.entries(pages)) page.hidden = name !== layout.page;
  };
  show();
  on("layout.page", show);
  on("layout.theme", () => (document.documentElement.dataset.theme = layout.theme));
  on("failure", (text) => notice(text, "failed"));
  on("notice", (text) => notice(text, ""));
  document.addEventListener("keydown", key);
  connect();
  window.studio = { now, layout, stats, figures, say, remember };
}

function header(bar) {
  const tabs = Object.entries(PAGES).map(([name, title]) => h("button", { class: "tab", "data-page": name, onclick: () => remember({ page: name }) }, title));
  const home = h("span", { class: "team-name home" }, now.stage.teams.home.name), away = h("span", { class: "team-name away" }, now.stage.teams.away.name);
  const score = h("span", { class: "score" }, "0 : 0"), state = h("span", { class: "state" }), left = h("span", { class: "number clock" });
  const mode = h("span", { class: "mode" }), factor = h("span", { class: "muted number factor" });
  bar.append(h("span", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "", width: 20, height: 20 }), "kickabout"), h("nav", { class: "tabs" }, tabs),
    h("div", { class: "scoreboard" }, home, score, away, left, state), factor, mode,
    h("button", { class: "icon", title: "console (c)", "data-do": "console", onclick: () => remember({ consoleOpen: !layout.consoleOpen }) }, "›_"),
    h("button", { class: "icon", title: "dark or light (t)", "data-do": "theme", onclick: toggleTheme }, "◐"),
    h("button", { class: "icon", title: "keyboard shortcuts (?)", onclick: showKeys }, "?"));
  const update = () => {
    const status = now.status;
    if (status) {
      setText(score, `${status.score[0]} : ${status.score[1]}`);
      setText(state, status.detail ? `${status.state} · ${status.detail}` : status.state);
      setText(left, status.remaining === null ? "" : clock(status.remaining));
      const compiling = status.compiling !== null;
      if (compiling) setText(factor, `compiling for the first time: ${status.compiling} kernels so far`);
      else setText(factor, status.running && status.factor ? `${status.factor.toFixed(2)} × real time` : "");
      const words = { live: compiling ? "compiling" : status.running ? "live" : "paused", back: "looking back", log: "recording", robot: "robot" };
      setText(mode, (status.failure ? (status.mode === "robot" ? "no connection" : "stopped") : words[status.mode]) + (status.read_only ? " · read only" : ""));
      mode.className = `mode ${status.failure ? "failed" : status.mode} ${status.running ? "running" : ""}`;
      mode.title = status.failure;
    }
    for (const tab of tabs) tab.setAttribute("aria-selected", tab.dataset.page === layout.page);
  };
  on("status", update);
  on("layout.page", update);
  on("connected", (is) => {
    document.body.classList.toggle("disconnected", !is);
    if (!is) [mode.textContent, mode.className] = ["no connection", "mode failed"];
  });
  update();
}

function toggleTheme() {
  remember({ theme: layout.theme === "dark" ? "light" : "dark" });
}

function key(event) {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const follow = ["free", "ball", "robot"];
  const deeds = {
    " ": togglePlay, ",": () => stepBy(-1), ".": () => stepBy(1), b: () => say("back 10"), l: () => say("live"),
    m: () => remember({ page: "match" }), r: () => remember({ page: "robot" }), k: () => remember({ page: "motion" }), t: toggleTheme, c: () => remember({ consoleOpen: !layout.consoleOpen }),
    f: () => remember({ follow: follow[(follow.indexOf(layout.follow) + 1) % 3] }), "?": showKeys,
  };
  const digit = event.code?.match(/^Digit([1-9])$/)?.[1];
  if (digit) {
    const name = `${event.shiftKey ? "away" : "home"} ${digit}`;
    if (now.stage.robots.some((robot) => robot.name === name)) remember({ robot: name });
  } else if (deeds[event.key]) deeds[event.key]();
  else return;
  event.preventDefault();
}

function showKeys() {
  const open = document.querySelector("dialog");
  if (open) return open.remove();
  const dialog = h("dialog", { class: "keys" }, h("h3", {}, "Keyboard"), h("dl", {}, KEYS.flatMap(([keys, text]) => [h("dt", {}, keys), h("dd", {}, text)])),
    h("form", { method: "dialog" }, h("button", { class: "action" }, "close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function notice(text, kind) {
  const box = document.getElementById("notices");
  if ([...box.children].some((other) => other.textContent === text)) return;
  const line = h("div", { class: `notice ${kind}`, onclick: () => line.remove() }, text);
  box.append(line);
  setTimeout(() => line.remove(), 3000 + 60 * text.length);
}

start();
