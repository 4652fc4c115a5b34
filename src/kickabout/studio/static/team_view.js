// What a robot heard: teammates' last messages, its role, the game as it believes it.

import { h, number } from "./dom.js";
import { layout, now } from "./store.js";

const HEADS = ["player", "role", "pose", "ball", "reaches ball in", "upright", "age"];

export function teamView(page) {
  const body = h("tbody", {}), facts = h("dl", {});
  const update = () => {
    const thoughts = now.thoughts.get(layout.robot), values = thoughts?.values ?? {};
    const mates = values.TeamData?.teammates ?? [];
    const point = (p) => (p ? `${p.x.toFixed(2)}, ${p.y.toFixed(2)}` : "–");
    const age = (at) => (thoughts.time - at < 1000 ? `${(thoughts.time - at).toFixed(1)} s` : "never");
    body.replaceChildren(...(mates.length ? mates.map((mate) => h("tr", {}, [String(mate.number), mate.role, point(mate.robot_to_field), point(mate.ball_in_field),
      mate.time_to_reach_ball < 1000 ? `${mate.time_to_reach_ball.toFixed(1)} s` : "–", mate.upright ? "yes" : "no", age(mate.received_at)].map((text) => h("td", {}, text))))
      : [h("tr", {}, h("td", { class: "empty", colspan: HEADS.length }, "Nobody was heard yet."))]));
    const game = values.GameStateModel, budget = values.MessageBudget, roles = values.RoleState;
    const entries = [["own role", roles?.role], ["roles of the team", roles?.roles?.join(", ")], ["striker", roles?.striker || "nobody"],
      ["believes the game to be", game ? `${game.state}${game.assumed ? " (assumed)" : ""}, ${game.set_play}` : "–"],
      ["messages left", budget ? number(budget.remaining) : "–"], ["packets refused", values.TeamData ? number(values.TeamData.rejected) : "–"]];
    facts.replaceChildren(...entries.flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, String(value ?? "–"))]));
  };
  const wanted = ["TeamData", "RoleState", "GameStateModel", "MessageBudget"];
  return {
    element: h("div", { class: "view" }, h("div", { class: "scroll" }, h("section", {}, h("h3", {}, "Heard from teammates"), h("table", { class: "team" }, h("thead", {}, h("tr", {}, HEADS.map((text) => h("th", {}, text)))), body)), h("section", {}, h("h3", {}, "Itself"), facts))),
    refresh: update,
    thoughts: update,
    look: () => ({ values: wanted.filter((name) => page.knows(name)) }),
    rebuildOn: [],
  };
}
