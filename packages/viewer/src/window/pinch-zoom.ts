const MOST = 5;

interface Place {
  x: number;
  y: number;
}

/** Two fingers enlarge the picture and move it. Browsers do not zoom in full screen, so the canvas is moved by us. */
export function zoomByFingers(stage: HTMLElement, canvas: HTMLElement): { reset(): void; close(): void } {
  const ending = new AbortController();
  const { signal } = ending;
  let scale = 1;
  let shift: Place = { x: 0, y: 0 };
  let last: { middle: Place; distance: number } | undefined;

  function fingers({ touches }: TouchEvent) {
    const [one, other] = touches;
    if (touches.length !== 2 || !one || !other) return undefined;
    const { left, top } = stage.getBoundingClientRect();
    const middle = { x: (one.clientX + other.clientX) / 2 - left, y: (one.clientY + other.clientY) / 2 - top };
    return { middle, distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
  }

  function apply() {
    const { clientWidth, clientHeight } = stage;
    const within = (value: number, size: number) => Math.min(0, Math.max(size * (1 - scale), value));
    shift = { x: within(shift.x, clientWidth), y: within(shift.y, clientHeight) };
    canvas.style.transform = scale === 1 ? '' : `translate(${shift.x}px, ${shift.y}px) scale(${scale})`;
  }

  const begin = (event: TouchEvent) => {
    last = fingers(event);
  };
  const move = (event: TouchEvent) => {
    const now = fingers(event);
    if (!now || !last || last.distance === 0) return;
    // Not possible once the browser scrolls with the same fingers.
    if (event.cancelable) event.preventDefault();
    const wanted = Math.min(MOST, Math.max(1, (scale * now.distance) / last.distance));
    const factor = wanted / scale;
    // What was between the fingers stays between them.
    shift = {
      x: now.middle.x - (last.middle.x - shift.x) * factor,
      y: now.middle.y - (last.middle.y - shift.y) * factor,
    };
    scale = wanted;
    last = now;
    apply();
  };
  stage.addEventListener('touchstart', begin, { signal, passive: true });
  stage.addEventListener('touchmove', move, { signal, passive: false });
  stage.addEventListener('touchend', begin, { signal });

  return {
    reset() {
      if (scale === 1) return;
      scale = 1;
      apply();
    },
    close: () => ending.abort(),
  };
}
