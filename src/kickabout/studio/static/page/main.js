// The studio's page: from the stage of the match to a workbench that shows it.

import { listenToKeys } from "./keys.js";
import { openPanel, startBench, theBench } from "../workbench/bench.js";
import { savedLayouts } from "../workbench/saved_layouts.js";
import { drawn } from "../scene/pace.js";
import { keepAddress, readAddress } from "./address.js";
import { connect, received, run } from "./feed.js";
import { header } from "./header.js";
import { showNotices } from "./notices.js";
import { BESIDE, choices, choose, emit, emptyMatch, isRobot, now, on } from "./store.js";
import { timeBar } from "./time_bar.js";

async function start() {
  now.stage = await stageAt("");
  if (now.stage.beside) await openBeside(now.stage.beside);
  if (!isRobot(choices.robot)) choose({ robot: now.stage.robots[0]?.name ?? "" });
  choose({ drawn: choices.drawn.filter(isRobot) });
  if (now.beside) choose({ layout: "compare" });
  const time = readAddress();
  themed();
  on("choice.theme", themed);
  showNotices(document.getElementById("notices"));
  header(document.getElementById("header"));
  timeBar(document.getElementById("time"));
  connect();
  if (now.beside) connect(now.beside, now.stage.beside);
  await connected();
  await savedLayouts.load();
  startBench(document.getElementById("bench"));
  listenToKeys();
  keepAddress(time);
  window.studio = { now, choices, choose, run, drawn, received, open: openPanel, bench: theBench };
}

async function stageAt(path) {
  return (await fetch(`${path}/stage.json${location.search}`)).json();
}

async function openBeside(path) {
  const stage = await stageAt(path),
    key = `${BESIDE} `;
  const robots = stage.robots.map((robot) => ({ ...robot, name: key + robot.name }));
  now.beside = { ...emptyMatch(key), stage: { ...stage, robots } };
}

function connected() {
  return new Promise((resolve) => {
    const end = on("connected", (is) => is && (end(), resolve()));
  });
}

function themed() {
  document.documentElement.dataset.theme = choices.theme;
  emit("theme");
}

// Panels that offer changes are built again when these become possible or impossible.
let permission = "";
on("status", () => {
  const changed = `${now.status.mode} ${now.status.read_only}`;
  if (permission !== changed) emit("permission");
  permission = changed;
});

// The match that begins has another stage than its introduction.
let introduced = false;
on("status", () => {
  if (introduced && now.status.mode !== "introduction") location.reload();
  introduced = now.status.mode === "introduction";
});

start();
