import type { TouchMessage } from '@btcp/protocol';
import { type InputPort, modifiersOf } from './input-port.js';

export function listenToTouch(port: InputPort): void {
  const { canvas, signal } = port;
  let isDown = false;

  const forward = (eventType: TouchMessage['eventType']) => (event: TouchEvent) => {
    if (!port.isDriving()) return;
    const [finger] = event.changedTouches;
    const isEnd = eventType === 'touchEnd';
    // No mouse events afterwards. Not on touchstart, which would prevent zooming with a second finger.
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
