import type { TouchMessage } from '@btcp/protocol';
import { type InputPort, modifiersOf } from './input-port.js';

/** Fingers on the picture are fingers on the page. */
export function listenToTouch(port: InputPort): void {
  const { canvas, signal } = port;

  const forward = (eventType: TouchMessage['eventType']) => (event: TouchEvent) => {
    if (!port.isDriving()) return;
    // Neither scrolls this page, nor is told a second time as a mouse.
    if (event.cancelable) event.preventDefault();
    const [first] = event.changedTouches;
    if (eventType === 'touchEnd' && first) port.focus(first);
    const touchPoints = [...event.targetTouches].flatMap((touch) => {
      const spot = port.spotAt(touch);
      return spot ? [{ x: spot.x, y: spot.y, id: touch.identifier }] : [];
    });
    // A finger was lifted and others stay: the missing one tells which.
    const type = eventType === 'touchEnd' && touchPoints.length > 0 ? 'touchMove' : eventType;
    port.send({ type: 'input_touch', eventType: type, touchPoints, modifiers: modifiersOf(event) });
  };

  canvas.addEventListener('touchstart', forward('touchStart'), { signal, passive: false });
  canvas.addEventListener('touchmove', forward('touchMove'), { signal, passive: false });
  canvas.addEventListener('touchend', forward('touchEnd'), { signal, passive: false });
  canvas.addEventListener('touchcancel', forward('touchCancel'), { signal });
}
