// Marks on the field: robots, the ball, and a robot's estimates of both; in m, y up.

import { cssOf, numberColor, teamColor } from "../page/colors.js";

const ROBOT = 1.42; // radii of a robot, of its mark
const BALL = 0.075; // m, of an estimated ball
const HEADING = 1.65; // radii of a mark
const FONT = 1.18; // radii of a mark

export function markRadius({ radius }) {
  return ROBOT * radius;
}

export function paintRobot(context, robot, described, { kind, at, chosen, faded, pixel }) {
  const size = markRadius(kind);
  context.save();
  context.translate(at[0], at[1]);
  context.rotate(robot.heading);
  context.fillStyle = teamColor(described);
  context.globalAlpha = faded ? 0.65 : robot.torso[2] < kind.fallen_below ? 0.6 : 1;
  context.beginPath();
  context.moveTo(size * 1.55, 0);
  context.lineTo(size * 0.6, size * 0.8);
  context.arc(0, 0, size, 0.93, 2 * Math.PI - 0.93);
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
  context.font = `600 ${FONT * size}px system-ui`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(described.number), 0, 0.01);
  context.restore();
}

export function paintBall(context, [x, y], pixel, { ball: radius, ball_color: plain }) {
  context.beginPath();
  context.arc(x, y, Math.max(radius, pixel * 4.5), 0, 2 * Math.PI);
  context.fillStyle = plain ? cssOf(plain) : "#fdfdfd";
  context.fill();
  context.lineWidth = pixel * 1.6;
  context.strokeStyle = "#101316";
  context.stroke();
}

// Each line has a wider one of contrast below it, so that it is seen on grass of either theme.
export function paintBelief(context, [x, y, theta, ballX, ballY], truth, { kind, color, halo, pixel, chosen }) {
  const size = markRadius(kind);
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
    context.arc(x, y, size * 1.15, 0, 2 * Math.PI);
    line([x, y], [x + HEADING * size * Math.cos(theta), y + HEADING * size * Math.sin(theta)])();
  });
  if (Number.isNaN(ballX)) return;
  if (chosen) stroke(pixel * 1.4, [2, 4], line([x, y], [ballX, ballY]));
  stroke(pixel * (chosen ? 2.4 : 1.5), [], () => context.arc(ballX, ballY, BALL, 0, 2 * Math.PI));
  context.setLineDash([]);
}
