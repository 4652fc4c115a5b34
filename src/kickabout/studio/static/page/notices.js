// Notices: what went wrong, and what was saved; each leaves by itself or by a click.

import { h } from "../page/dom.js";
import { now, on } from "./store.js";

export function showNotices(box) {
  on("failure", (text) => notice(box, text, "failed"));
  on("notice", (text) => notice(box, text, ""));
  showWaiting(box);
}

// What the match waits for stays until it begins.
function showWaiting(box) {
  const line = h("div", { class: "notice waiting", role: "status" });
  on("status", () => {
    const text = now.status.notice;
    if (text === line.textContent) return;
    line.textContent = text;
    if (text) box.prepend(line);
    else line.remove();
  });
}

function notice(box, text, kind) {
  if ([...box.children].some((other) => other.textContent === text)) return;
  const line = h("div", { class: `notice ${kind}`, onclick: () => line.remove() }, text);
  box.append(line);
  setTimeout(() => line.remove(), 3000 + 60 * text.length);
}
