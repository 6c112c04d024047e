import type { ViewerState } from '../state/viewer-state.js';
import type { Viewer } from '../viewer/viewer.js';

// In a window that is narrower, a page for wide screens would be too small to read.
const NARROW_PIXELS = 640;
const LEAST_RATIO = 0.75;
const MAX_RATIO = 2.2;

/** Gives the page the width of a narrow window while the person drives; the server takes it back afterwards. */
export function fitPageTo(stage: HTMLElement, viewer: Viewer): { update(state: ViewerState): void; close(): void } {
  let isDriving = false;
  let sent = 0;

  // By the width alone: the keyboard of a phone changes the height again and again.
  function adapt() {
    const width = Math.round(stage.clientWidth);
    const wanted = isDriving && width > 0 && width < NARROW_PIXELS ? width : 0;
    if (wanted === sent) return;
    sent = wanted;
    if (!isDriving) return;
    const room = innerHeight - stage.getBoundingClientRect().top;
    const height = Math.round(Math.min(MAX_RATIO * width, Math.max(LEAST_RATIO * width, room)));
    viewer.fitPage(wanted === 0 ? undefined : { width, height });
  }

  const observer = new ResizeObserver(adapt);
  observer.observe(stage);
  return {
    update(state) {
      isDriving = state.isDriving;
      adapt();
    },
    close: () => observer.disconnect(),
  };
}
