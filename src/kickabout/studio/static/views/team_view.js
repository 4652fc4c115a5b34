// What a robot received: its teammates' last messages, its role, the game as it believes it.

import { h, number } from "../page/dom.js";

const HEADS = ["player", "role", "pose", "ball", "reaches ball in", "upright", "age"];
const NEEDED = ["TeamData", "RoleState", "GameStateModel", "MessageBudget"];
const LONG = 1000; // s, stands for never

export function teamView(panel) {
  const body = h("tbody", {}),
    facts = h("dl", {});
  const refresh = () => {
    const { TeamData: team } = panel.values,
      mates = team?.teammates ?? [];
    const none = h(
      "tr",
      {},
      h("td", { class: "empty", colspan: HEADS.length }, "No message was received yet."),
    );
    body.replaceChildren(...(mates.length ? mates.map((mate) => row(mate, panel.data.time)) : [none]));
    facts.replaceChildren(
      ...entries(panel.values).flatMap(([key, value]) => [
        h("dt", {}, key),
        h("dd", {}, String(value ?? "–")),
      ]),
    );
  };
  const head = h(
    "thead",
    {},
    h(
      "tr",
      {},
      HEADS.map((text) => h("th", {}, text)),
    ),
  );
  return {
    element: h(
      "div",
      { class: "scroll padded" },
      h("section", {}, h("h3", {}, "Received from teammates"), h("table", { class: "team" }, head, body)),
      h("section", {}, h("h3", {}, "This robot"), facts),
    ),
    refresh,
    data: refresh,
    look: () => ({ values: NEEDED.filter((name) => panel.program.knows(name)) }),
  };
}

function row(mate, time) {
  const point = (p) => (p ? `${p.x.toFixed(2)}, ${p.y.toFixed(2)} m` : "–");
  const age = time - mate.received_at;
  const cells = [
    String(mate.number),
    mate.role,
    point(mate.robot_to_field),
    point(mate.ball_in_field),
    mate.time_to_reach_ball < LONG ? `${mate.time_to_reach_ball.toFixed(1)} s` : "–",
    mate.upright ? "yes" : "no",
    age < LONG ? `${age.toFixed(1)} s` : "never",
  ];
  return h(
    "tr",
    {},
    cells.map((text) => h("td", {}, text)),
  );
}

function entries({ TeamData: team, RoleState: roles, GameStateModel: game, MessageBudget: budget }) {
  const source = game?.assumed
    ? "no GameController was received, so it assumes this"
    : "as the GameController sends it";
  const play = game && game.set_play !== "none" ? `, ${game.set_play}` : "";
  return [
    ["role", roles?.role],
    ["roles of the team", roles?.roles?.join(", ")],
    ["striker", roles ? roles.striker || "none" : null],
    ["state of the game", game ? `${game.state}${play} (${source})` : null],
    ["messages left", budget ? number(budget.remaining) : null],
    ["packets refused", team ? number(team.rejected) : null],
  ];
}
