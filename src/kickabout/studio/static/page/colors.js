// Colors of teams and of curves.

const TEAMS = {
  blue: "#4f8ff7",
  red: "#f0605d",
  yellow: "#e8c547",
  black: "#30343a",
  white: "#f0f2f4",
  green: "#4bb36a",
  orange: "#f29b4b",
  purple: "#a06be0",
  brown: "#9b6b4a",
  gray: "#8d969f",
};
const PALE = ["yellow", "white"];

export const CURVES = [
  "#5aa9e6",
  "#f29b4b",
  "#4bb36a",
  "#d36bb3",
  "#c9a227",
  "#8f7ee7",
  "#ec6a63",
  "#3fb8af",
];

export function teamColor(robot) {
  return TEAMS[robot.color] ?? TEAMS.gray;
}

// The color of a number on a team's color.
export function numberColor(robot) {
  return PALE.includes(robot.color) ? "#14171a" : "#ffffff";
}
