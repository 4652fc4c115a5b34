// How finely the scene is drawn: without a graphics card every pixel is computed by the processor
// that also plays.

const FINE = {
  name: "fine",
  antialias: true,
  ratio: 1.5,
  sides: 20,
  rings: 12,
  ball: 8,
  shadows: true,
  smooth: true,
};
const PLAIN = {
  name: "plain",
  antialias: false,
  ratio: 1,
  sides: 8,
  rings: 5,
  ball: 3,
  shadows: false,
  smooth: false,
};

// The address may ask for one of them, as the documentation's pictures do: ?quality=fine.
export function askedQuality() {
  const asked = new URLSearchParams(location.search).get("quality");
  return asked === "fine" ? FINE : asked === "plain" ? PLAIN : null;
}

let found = null;

export function quality() {
  found ??= askedQuality() ?? (isSoftware() ? PLAIN : FINE);
  return found;
}

function isSoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
