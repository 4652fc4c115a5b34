// Unit meshes for instancing: sphere, cylinder along z, box. Position and normal, indexed.

function grid(columns, lines, point) {
  const vertices = [], indices = [];
  for (let i = 0; i <= lines; i++) {
    for (let j = 0; j <= columns; j++) vertices.push(...point(j / columns, i / lines));
  }
  for (let i = 0; i < lines; i++) {
    for (let j = 0; j < columns; j++) {
      const a = i * (columns + 1) + j, b = a + columns + 1;
      indices.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  return { vertices, indices };
}

export function sphere({ sides, rings }) {
  return grid(sides, rings, (u, v) => {
    const t = v * Math.PI, p = u * 2 * Math.PI;
    const n = [Math.sin(t) * Math.cos(p), Math.sin(t) * Math.sin(p), Math.cos(t)];
    return [...n, ...n];
  });
}

export function cylinder({ sides }) {
  const side = grid(sides, 1, (u, v) => {
    const p = u * 2 * Math.PI;
    const x = Math.cos(p), y = Math.sin(p);
    return [x, y, 1 - 2 * v, x, y, 0];
  });
  for (const z of [1, -1]) {
    const base = side.vertices.length / 6;
    side.vertices.push(0, 0, z, 0, 0, z);
    for (let j = 0; j <= sides; j++) {
      const p = (j / sides) * 2 * Math.PI * z;
      side.vertices.push(Math.cos(p), Math.sin(p), z, 0, 0, z);
      if (j < sides) side.indices.push(base, base + j + 1, base + j + 2);
    }
  }
  return side;
}

export function box() {
  const vertices = [], indices = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const s of [1, -1]) {
      const base = vertices.length / 6;
      for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        const p = [0, 0, 0], n = [0, 0, 0];
        p[axis] = n[axis] = s;
        p[(axis + 1) % 3] = a * s;
        p[(axis + 2) % 3] = b;
        vertices.push(...p, ...n);
      }
      indices.push(base, base + 1, base + 2, base, base + 2, base + 3);
    }
  }
  return { vertices, indices };
}
