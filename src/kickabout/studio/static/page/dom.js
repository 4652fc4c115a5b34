// Small things for building pages: elements, numbers in words.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    if (value === false || name.startsWith("aria-")) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function button(label, title, onclick, more = {}) {
  return h("button", { class: "icon", type: "button", title, "aria-label": title, onclick, ...more }, label);
}

export function emptyNote(text) {
  return h("p", { class: "empty" }, text);
}

export function clock(seconds) {
  const sign = seconds < 0 ? "−" : "";
  const whole = Math.abs(Math.trunc(seconds));
  return `${sign}${String(Math.trunc(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}

export function number(value) {
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  if (Math.abs(value) >= 1e6) return value.toExponential(0);
  return value.toFixed(Math.abs(value) < 10 ? 3 : 2);
}

// Follows a path such as "a.b[3].c" into plain data; undefined if it leads nowhere.
export function valueAt(root, path) {
  let value = root;
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (value === null || value === undefined) return undefined;
    value = value[step];
  }
  return value;
}

// A canvas that fits its box at the screen's resolution; returns its context and size in CSS px.
export function fitted(canvas) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const width = canvas.clientWidth,
    height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height };
}

export function cssColor(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// Calls a function at most once per frame of the screen.
export function oncePerFrame(act) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      act();
    });
  };
}
