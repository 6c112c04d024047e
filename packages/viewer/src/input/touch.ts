import type { TouchMessage } from '@btcp/protocol';
import { type InputPort, modifiersOf } from './input-port.js';

/** One finger on the picture is one on the page; with two, a person looks closer at the picture itself. */
export function listenToTouch(port: InputPort): void {
  const { canvas, signal } = port;
  let isDown = false;

  const forward = (eventType: TouchMessage['eventType']) => (event: TouchEvent) => {
    if (!port.isDriving()) return;
    const [finger] = event.changedTouches;
    const isEnd = eventType === 'touchEnd';
    // Not told a second time as a mouse. The start is left to the browser, or it would not zoom for a second finger.
    if (isEnd && event.cancelable) event.preventDefault();
    if (isEnd && finger) port.focus(finger);
    const isZoom = event.touches.length > 1;
    if (eventType !== 'touchStart' && !isDown) return;
    isDown = !isZoom && /Start|Move/.test(eventType);
    const touchPoints = [...event.targetTouches].flatMap((touch) => {
      const spot = isDown ? port.spotAt(touch) : undefined;
      return spot ? [{ x: spot.x, y: spot.y, id: touch.identifier }] : [];
    });
    const type = isZoom ? 'touchCancel' : eventType;
    port.send({ type: 'input_touch', eventType: type, touchPoints, modifiers: modifiersOf(event) });
  };

  canvas.addEventListener('touchstart', forward('touchStart'), { signal, passive: true });
  canvas.addEventListener('touchmove', forward('touchMove'), { signal, passive: true });
  canvas.addEventListener('touchend', forward('touchEnd'), { signal, passive: false });
  canvas.addEventListener('touchcancel', forward('touchCancel'), { signal });
}
