// The newest image of one camera of the chosen robot, decoded once.

import { layout, now } from "./store.js";

export function cameraImage(onReady) {
  let shown = "", image = null;
  return {
    // The image of this camera; null until there is one.
    of(camera) {
      const data = now.thoughts.get(layout.robot)?.images?.[camera];
      if (!data) return (image = null);
      if (data !== shown) {
        shown = data;
        const next = new Image();
        next.onload = () => { image = next; onReady(); };
        next.src = `data:image/jpeg;base64,${data}`;
      }
      return image;
    },
  };
}
