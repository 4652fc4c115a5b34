// Layers of a thread's modules, each below all that it needs; and the edges between modules.

export function layersOf({ modules }) {
  const providers = new Map(modules.flatMap((module, index) => module.gives.map((kind) => [kind, index])));
  const depths = [];
  modules.forEach((module, index) => {
    const needed = module.takes
      .map((kind) => providers.get(kind))
      .filter((other) => other !== undefined && other < index);
    depths[index] = needed.length ? 1 + Math.max(...needed.map((other) => depths[other])) : 0;
  });
  const layers = [];
  depths.forEach((depth, index) => (layers[depth] ??= []).push(modules[index]));
  return layers;
}

// From a module to each that takes what it gives: in its own thread first, else in others.
export function edgesOf(graph) {
  const edges = [];
  for (const thread of graph) {
    for (const module of thread.modules) {
      for (const kind of module.takes) {
        const own = providersIn(thread, kind),
          all = own.length
            ? own
            : graph.flatMap((other) => (other === thread ? [] : providersIn(other, kind)));
        for (const from of all)
          edges.push({ from, to: `${thread.name}/${module.name}`, kind, across: !own.length });
      }
    }
  }
  return edges.filter(({ from, to }) => from !== to);
}

function providersIn(thread, kind) {
  return thread.modules
    .filter((module) => module.gives.includes(kind))
    .map((module) => `${thread.name}/${module.name}`);
}
