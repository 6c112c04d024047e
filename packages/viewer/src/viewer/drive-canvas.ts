import type { FrameMetadata, ViewerMessage } from '@btcp/protocol';
import { type Input, listenToInput } from '../input/listen-to-input.js';
import { spotAt } from '../picture/mapping.js';
import type { Store } from '../state/store.js';
import type { ViewerState } from '../state/viewer-state.js';

/** Sends what a driver does on the canvas, and shows on it that it is driven. */
export function driveCanvas(
  canvas: HTMLCanvasElement,
  store: Store<ViewerState>,
  signal: AbortSignal,
  send: (message: ViewerMessage) => boolean,
  metadata: () => FrameMetadata | null,
  releaseKey = 'F6',
): Input {
  const state = store.getSnapshot;
  const input = listenToInput({
    canvas,
    signal,
    isDriving: () => state().isDriving,
    isActive: () => state().isDriving && state().hasKeyboard,
    // The server releases the keys and buttons of a driver who has lost control.
    send: (message) => state().isDriving && send(message),
    spotAt(event) {
      const known = metadata();
      return known && canvas.clientWidth > 0 ? spotAt(canvas, event, known) : undefined;
    },
    releaseKey,
    onKeyboard: (hasKeyboard) => store.update({ hasKeyboard }),
  });
  store.subscribe(() => {
    const { isDriving, cursor } = state();
    canvas.style.cursor = isDriving ? keywordOf(cursor) : '';
    // One finger scrolls the page around the viewer, unless the person drives; two fingers always zoom.
    canvas.style.touchAction = isDriving ? 'pinch-zoom' : '';
    input.setDriving(isDriving);
  });
  return input;
}

// Not the page's own picture of a cursor: the viewer would fetch it from an address that the page chose.
function keywordOf(cursor: string): string {
  return cursor.split(',').at(-1)?.trim() ?? '';
}
