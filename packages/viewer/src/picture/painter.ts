import type { Frame } from '@btcp/protocol';

export interface Painter {
  paint(frame: Frame): void;
  setPaused(isPaused: boolean): void;
  clear(): void;
  close(): void;
}

/** Draws at most one frame per animation frame, and none in a hidden page, which stops the stream. */
export function createPainter(canvas: HTMLCanvasElement, onDrawn: (frame: Frame) => void): Painter {
  const context = canvas.getContext('2d', { alpha: false });
  let newest: Frame | undefined;
  let ready: { frame: Frame; bitmap: ImageBitmap } | undefined;
  let isDecoding = false;
  let isPaused = false;
  let isClosed = false;

  async function decode() {
    if (isDecoding) return;
    isDecoding = true;
    while (newest && !isPaused) {
      const frame = newest;
      newest = undefined;
      const bitmap = await bitmapOf(frame);
      // The stream waits until each frame counts as drawn.
      if (!bitmap) onDrawn(frame);
      else if (isClosed) bitmap.close();
      else present(frame, bitmap);
    }
    isDecoding = false;
  }

  function present(frame: Frame, bitmap: ImageBitmap) {
    if (ready) ready.bitmap.close();
    else requestAnimationFrame(draw);
    ready = { frame, bitmap };
  }

  function draw() {
    if (!ready) return;
    const { frame, bitmap } = ready;
    ready = undefined;
    if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
    if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
    context?.drawImage(bitmap, 0, 0);
    bitmap.close();
    onDrawn(frame);
  }

  return {
    paint(frame) {
      newest = frame;
      void decode();
    },
    setPaused(value) {
      isPaused = value;
      void decode();
    },
    clear: () => context?.fillRect(0, 0, canvas.width, canvas.height),
    close() {
      isClosed = true;
      newest = undefined;
      ready?.bitmap.close();
      ready = undefined;
    },
  };
}

function bitmapOf({ image }: Frame): Promise<ImageBitmap | undefined> {
  // It comes from a WebSocket and is never shared memory.
  return createImageBitmap(new Blob([image as Uint8Array<ArrayBuffer>])).catch(() => undefined);
}
