// Notices: what went wrong, and what was saved; each leaves by itself or by a click.

import { h } from "../page/dom.js";
import { on } from "./store.js";

export function showNotices(box) {
  on("failure", (text) => notice(box, text, "failed"));
  on("notice", (text) => notice(box, text, ""));
}

function notice(box, text, kind) {
  if ([...box.children].some((other) => other.textContent === text)) return;
  const line = h("div", { class: `notice ${kind}`, onclick: () => line.remove() }, text);
  box.append(line);
  setTimeout(() => line.remove(), 3000 + 60 * text.length);
}
