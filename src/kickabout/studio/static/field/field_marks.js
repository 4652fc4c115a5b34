// Marks on the field: robots, the ball, and where a robot believes both to be; in m, y up.

import { numberColor, teamColor } from "../page/colors.js";

export const ROBOT = 0.17; // m, radius of a mark
const BALL = 0.075; // m, of a believed ball
const HEADING = 0.28; // m
const FALLEN = 0.17; // m, height of the torso

export function paintRobot(context, robot, described, { at, chosen, faded, pixel }) {
  context.save();
  context.translate(at[0], at[1]);
  context.rotate(robot.heading);
  context.fillStyle = teamColor(described);
  context.globalAlpha = faded ? 0.5 : robot.torso[2] < FALLEN ? 0.6 : 1;
  context.beginPath();
  context.moveTo(ROBOT * 1.55, 0);
  context.lineTo(ROBOT * 0.6, ROBOT * 0.8);
  context.arc(0, 0, ROBOT, 0.93, 2 * Math.PI - 0.93);
  context.closePath();
  context.fill();
  if (chosen) {
    context.strokeStyle = chosen;
    context.lineWidth = Math.max(0.035, pixel * 2);
    context.stroke();
  }
  context.rotate(-robot.heading);
  context.scale(1, -1);
  context.fillStyle = numberColor(described);
  context.font = "600 0.2px system-ui";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(described.number), 0, 0.01);
  context.restore();
}

export function paintBall(context, [x, y], pixel, radius) {
  context.beginPath();
  context.arc(x, y, Math.max(radius, pixel * 4.5), 0, 2 * Math.PI);
  context.fillStyle = "#fdfdfd";
  context.fill();
  context.lineWidth = pixel * 1.6;
  context.strokeStyle = "#101316";
  context.stroke();
}

// Each line has a wider one of contrast below it, so that it is seen on grass of either theme.
export function paintBelief(context, [x, y, theta, ballX, ballY], truth, { color, halo, pixel, chosen }) {
  const stroke = (width, dash, trace) => {
    context.beginPath();
    trace();
    context.setLineDash([]);
    [context.strokeStyle, context.lineWidth] = [halo, width + pixel * 2.4];
    context.stroke();
    context.setLineDash(dash.map((length) => length * pixel));
    [context.strokeStyle, context.lineWidth] = [color, width];
    context.stroke();
  };
  const line = (from, to) => () => {
    context.moveTo(...from);
    context.lineTo(...to);
  };
  stroke(pixel * 1.4, [3, 3], line(truth, [x, y]));
  stroke(pixel * (chosen ? 2.4 : 1.8), [5, 3], () => {
    context.arc(x, y, ROBOT * 1.15, 0, 2 * Math.PI);
    line([x, y], [x + HEADING * Math.cos(theta), y + HEADING * Math.sin(theta)])();
  });
  if (Number.isNaN(ballX)) return;
  if (chosen) stroke(pixel * 1.4, [2, 4], line([x, y], [ballX, ballY]));
  stroke(pixel * (chosen ? 2.4 : 1.5), [], () => context.arc(ballX, ballY, BALL, 0, 2 * Math.PI));
  context.setLineDash([]);
}
