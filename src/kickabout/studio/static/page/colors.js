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

// A linear reflectance from 0 to 1 as a CSS color.
export function cssOf(reflectance) {
  const shown = reflectance.map((v) =>
    Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)),
  );
  return `rgb(${shown.join(" ")})`;
}

export function teamColor(robot) {
  return TEAMS[robot.color] ?? TEAMS.gray;
}

// The color of a number on a team's color.
export function numberColor(robot) {
  return PALE.includes(robot.color) ? "#14171a" : "#ffffff";
}
