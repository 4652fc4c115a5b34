// Drawings of robots' modules on a 2-D canvas: lines, ellipses, texts, in the unit of the view.

const ARROW = 0.09;

function tip(context, from, to, size) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  context.beginPath();
  for (const turn of [2.6, -2.6]) {
    context.moveTo(to[0], to[1]);
    context.lineTo(to[0] + size * Math.cos(angle + turn), to[1] + size * Math.sin(angle + turn));
  }
  context.stroke();
}

function line(context, shape, finest) {
  const { points } = shape;
  if (points.length < 2) return;
  context.beginPath();
  points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  if (shape.closed) context.closePath();
  if (shape.fill) {
    context.fillStyle = shape.fill;
    context.fill();
  }
  context.stroke();
  if (shape.arrow)
    tip(context, points.at(-2), points.at(-1), Math.max(ARROW, finest * 8) * (finest > 0.5 ? 60 : 1));
}

function ellipse(context, shape) {
  context.beginPath();
  context.ellipse(...shape.center.slice(0, 2), ...shape.radii, shape.angle, 0, 2 * Math.PI);
  if (shape.fill) {
    context.fillStyle = shape.fill;
    context.fill();
  }
  if (shape.width > 0) context.stroke();
}

// `finest` is the width of one pixel in the view's unit; `upright` turns text back on flipped axes.
export function paintShapes(context, shapes, { finest, upright }) {
  for (const shape of shapes) {
    context.strokeStyle = shape.color;
    context.lineWidth = Math.max(shape.width ?? 0, finest);
    context.setLineDash(shape.dashed ? [finest * 6, finest * 5] : []);
    if (shape.type === "Line") line(context, shape, finest);
    else if (shape.type === "Ellipse") ellipse(context, shape);
    else if (shape.type === "Text") {
      context.save();
      context.translate(shape.position[0], shape.position[1]);
      if (upright) context.scale(1, -1);
      context.fillStyle = shape.color;
      context.font = `${shape.size}px system-ui`;
      context.fillText(shape.text, 0, 0);
      context.restore();
    }
  }
  context.setLineDash([]);
}
