// Layouts saved under a name: kept by the studio in the user's folder, or else by the browser.

import { keepLayout, layouts } from "../page/feed.js";
import { emit, notify } from "../page/store.js";

let known = {};

export const savedLayouts = {
  all: () => known,

  async load() {
    const reply = await layouts();
    if (!reply.ok) return;
    known = reply.layouts;
    emit("layouts");
  },

  async save(name, layout) {
    const reply = await keepLayout(name, layout);
    if (!reply.ok) return notify(reply.text);
    known = { ...known, [name]: layout };
    emit("layouts");
    return notify(reply.text);
  },

  async remove(name) {
    const reply = await keepLayout(name, null);
    if (!reply.ok) return notify(reply.text);
    const { [name]: _, ...others } = known;
    known = others;
    emit("layouts");
  },
};
