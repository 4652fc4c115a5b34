// The legend of an image's drawings: their names and colors; a click hides one.

import { h } from "../page/dom.js";

export class Legend {
  constructor(panel) {
    Object.assign(this, { panel, changed: [], listed: "" });
    this.element = h("div", { class: "chips legend" });
  }

  isOff(name) {
    return (this.panel.setting("hidden") ?? []).includes(name);
  }

  toggle(name) {
    const hidden = new Set(this.panel.setting("hidden") ?? []);
    if (!hidden.delete(name)) hidden.add(name);
    this.panel.set({ hidden: [...hidden] });
    this.changed.forEach((act) => act());
  }

  update(drawings) {
    const seen = new Map(this.colors);
    for (const { kind, name, shapes } of drawings)
      if (kind === "image" && (shapes.length || !seen.has(name)))
        seen.set(name, shapes[0]?.color ?? seen.get(name) ?? "gray");
    this.colors = seen;
    const names = [...seen.keys()].sort(),
      key = JSON.stringify([...seen, this.panel.setting("hidden")]);
    if (key === this.listed) return;
    this.listed = key;
    this.element.replaceChildren(
      ...names.map((name) =>
        h(
          "button",
          {
            class: "chip",
            title: `${name}: click to hide or show`,
            "aria-pressed": !this.isOff(name),
            onclick: () => this.toggle(name),
          },
          h("i", { class: "swatch", style: `background:${seen.get(name)}` }),
          called(name, names),
        ),
      ),
    );
  }
}

// Such as "field boundary" for FieldBoundaryPercept.boundary; of several drawings each its own name.
function called(name, names) {
  const [owner, drawing] = name.split("."),
    only = names.filter((other) => other.startsWith(`${owner}.`)).length === 1;
  const words = owner.replace(/(Percept|Model|Regions)$/, "").replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  return only || !drawing ? words.toLowerCase() : `${words.toLowerCase()}: ${drawing.replaceAll("_", " ")}`;
}
