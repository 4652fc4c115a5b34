// The pitch on a 2-D canvas: carpet, lines, goals; coordinates in m, x to the right, y up.

export function paintPitch(context, field, { grass, line, edge }) {
  const [bx, by] = field.border;
  context.fillStyle = edge;
  context.fillRect(-bx, -by, 2 * bx, 2 * by);
  context.fillStyle = grass;
  context.fillRect(-bx + 0.03, -by + 0.03, 2 * bx - 0.06, 2 * by - 0.06);
  context.strokeStyle = line;
  context.lineWidth = field.line_width;
  context.lineCap = "square";
  context.beginPath();
  for (const [x1, y1, x2, y2] of [...field.lines, ...field.marks]) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
  context.beginPath();
  context.arc(0, 0, field.circle, 0, 2 * Math.PI);
  context.stroke();
}

export function paintGoals(context, field, color) {
  const [x, y, radius, , depth] = field.goal;
  context.strokeStyle = color;
  context.lineWidth = radius * 1.4;
  context.lineJoin = "round";
  for (const side of [1, -1]) {
    context.beginPath();
    context.moveTo(side * x, y);
    context.lineTo(side * (x + depth), y);
    context.lineTo(side * (x + depth), -y);
    context.lineTo(side * x, -y);
    context.stroke();
  }
}
