// What is on the stage: robots with their kinds and cameras, and the field of each match.

import { programOf } from "./programs.js";
import { matchOf, robotIndex } from "./store.js";

export function describedRobot(name) {
  return matchOf(name).stage.robots[robotIndex(name)];
}

export function kindOf(described) {
  return matchOf(described.name).stage.kinds[described.kind];
}

// The cameras of a robot, each with the thread that gets its images.
export function camerasOf(name) {
  const described = describedRobot(name);
  if (!described) return [];
  const { graph } = programOf(name);
  return kindOf(described).cameras.map((camera) => ({
    name: camera,
    thread: graph.find((thread) => thread.camera === camera)?.name ?? camera,
  }));
}

// The camera that a panel shows, by its setting or the robot's first; null without any.
export function chosenCamera(panel) {
  const cameras = camerasOf(panel.robot);
  return cameras.find(({ name }) => name === panel.setting("camera")) ?? cameras[0] ?? null;
}
