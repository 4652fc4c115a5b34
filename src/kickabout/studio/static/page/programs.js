// Programs of robots: their threads and modules, fetched once and again after a change.

import { ask } from "./feed.js";
import { emit, now, on } from "./store.js";

const programs = new Map(); // by robot
const fetching = new Set();

export class Program {
  constructor(graph) {
    this.graph = graph;
    this.problem = "";
  }

  // Cognition first, as most of what people look for is made there.
  ordered() {
    const rank = (thread) => (thread.name === "cognition" ? 0 : 1);
    return [...this.graph].sort((a, b) => rank(a) - rank(b));
  }

  modules() {
    const seen = new Set();
    const all = this.ordered().flatMap((thread) => thread.modules);
    return all.filter(({ name }) => !seen.has(name) && seen.add(name));
  }

  // Threads with the representations that are on their boards, each named once: those that several
  // threads make, such as percepts of two cameras, with the thread, as in "upper/BallPercept".
  boards() {
    const seen = new Set(),
      several = this.givenBySeveral();
    const names = ({ name: thread, inputs, modules }) => [
      ...inputs.filter((name) => !several.has(name)),
      ...modules.flatMap(({ gives }) => gives).map((name) => (several.has(name) ? `${thread}/${name}` : name)),
    ];
    return this.ordered().map((thread) => ({
      name: thread.name,
      names: names(thread)
        .filter((name) => !seen.has(name) && seen.add(name))
        .sort(),
    }));
  }

  givenBySeveral() {
    const all = this.graph.flatMap((thread) => [...new Set(thread.modules.flatMap(({ gives }) => gives))]);
    return new Set(all.filter((name, i) => all.indexOf(name) !== i));
  }

  // A name without a thread is that of the newest value.
  knows(name) {
    const threads = this.graph.filter((thread) => [thread.name, ""].includes(threadOf(name)));
    const plain = name.split("/").at(-1);
    return threads.some(
      ({ inputs, modules }) => inputs.includes(plain) || modules.some(({ gives }) => gives.includes(plain)),
    );
  }
}

// The thread that is named before a representation or a path.
function threadOf(name) {
  return name.includes("/") ? name.split("/")[0] : "";
}

const NONE = new Program([]);

// The program of a robot; an empty one until it has come, which is then emitted as "program".
export function programOf(robot) {
  if (!programs.has(robot) && robot) fetchProgram(robot);
  return programs.get(robot) ?? NONE;
}

export async function fetchProgram(robot) {
  if (fetching.has(robot)) return;
  fetching.add(robot);
  const reply = await ask(robot, { graph: true });
  fetching.delete(robot);
  const program = new Program(reply.ok ? reply.of.graph : []);
  if (!reply.ok) program.problem = reply.text;
  programs.set(robot, program);
  emit("program", robot);
}

function forget() {
  const robots = [...programs.keys()];
  programs.clear();
  if (now.stage) robots.forEach(fetchProgram);
}

on("mode", forget);
on("connected", (is) => is && forget());
