// The newest image of one camera of a panel's robot, decoded once.

export function cameraImage(panel, onReady) {
  let shown = "",
    image = null;
  return {
    // The image of this camera; null until there is one.
    of(camera) {
      const data = panel.data?.images?.[camera];
      if (!data) return (image = null);
      if (data !== shown) {
        shown = data;
        const next = new Image();
        next.onload = () => {
          image = next;
          onReady();
        };
        next.src = `data:image/jpeg;base64,${data}`;
      }
      return image;
    },
  };
}
