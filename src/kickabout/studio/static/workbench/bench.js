// The workbench that fits the screen, and the only one that the rest of the page knows.

import { emit } from "../page/store.js";
import { PhoneBench } from "./phone_bench.js";
import { Workbench } from "./workbench.js";

export const NARROW = window.matchMedia("(max-width: 760px)");

let bench = null;

export function theBench() {
  return bench;
}

export function startBench(element) {
  const build = () => {
    bench?.close();
    element.replaceChildren();
    bench = NARROW.matches ? new PhoneBench(element) : new Workbench(element);
    emit("bench");
  };
  NARROW.addEventListener("change", build);
  build();
}

// Shows a panel of a kind, with these settings if any are given.
export function openPanel(kind, settings = {}) {
  return bench.open(kind, settings);
}
