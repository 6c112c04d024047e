import type { MouseMessage } from '@btcp/protocol';
import { type InputPort, modifiersOf } from './input-port.js';

const BUTTONS = ['left', 'middle', 'right', 'back', 'forward'] as const;
const BITS = [1, 4, 2, 8, 16] as const;

const LINE_HEIGHT = 40;

export function listenToMouse(port: InputPort): void {
  const { canvas, signal } = port;
  let held = 0;
  let last = { x: 0, y: 0 };
  let pointer = { clientX: 0, clientY: 0 };

  const send = (event: MouseEvent, fields: Omit<MouseMessage, 'type' | 'x' | 'y'>, x: number, y: number) => {
    last = { x, y };
    port.send({ type: 'input_mouse', x, y, buttons: event.buttons, modifiers: modifiersOf(event), ...fields });
  };

  // Mouse events have whole pixels, which are too coarse on a small picture of a large page.
  const spotAt = (event: MouseEvent) => {
    const isSame = Math.hypot(event.clientX - pointer.clientX, event.clientY - pointer.clientY) < 2;
    return port.spotAt(isSame ? pointer : event);
  };
  for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const) {
    canvas.addEventListener(type, ({ clientX, clientY }) => (pointer = { clientX, clientY }), { signal });
  }

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (port.isDriving() && event.pointerType !== 'touch') canvas.setPointerCapture(event.pointerId);
    },
    { signal },
  );

  // Mouse events, because pointer events are missing for further buttons and do not count clicks.
  canvas.addEventListener(
    'mousedown',
    (event) => {
      const spot = port.isDriving() ? spotAt(event) : undefined;
      const button = BUTTONS[event.button];
      if (!spot?.isInside || !button) return;
      event.preventDefault();
      port.focus(event);
      held |= BITS[event.button] ?? 0;
      send(event, { eventType: 'mousePressed', button, clickCount: clicksOf(event) }, spot.x, spot.y);
    },
    { signal },
  );

  canvas.addEventListener(
    'mousemove',
    (event) => {
      const spot = port.isActive() ? spotAt(event) : undefined;
      if (!spot || !(spot.isInside || held)) return;
      const button = BUTTONS[BITS.findIndex((bit) => held & bit)] ?? 'none';
      send(event, { eventType: 'mouseMoved', button }, spot.x, spot.y);
    },
    { signal },
  );

  canvas.addEventListener(
    'mouseup',
    (event) => {
      const button = BUTTONS[event.button];
      const bit = BITS[event.button] ?? 0;
      const spot = spotAt(event);
      if (!(held & bit) || !button || !spot) return;
      // Otherwise the back and forward buttons leave the viewer's page.
      event.preventDefault();
      held &= ~bit;
      send(event, { eventType: 'mouseReleased', button, clickCount: clicksOf(event) }, spot.x, spot.y);
    },
    { signal },
  );

  const releaseAll = () => {
    for (const [index, bit] of BITS.entries()) {
      const button = BUTTONS[index];
      if (!(held & bit) || !button) continue;
      held &= ~bit;
      port.send({ type: 'input_mouse', eventType: 'mouseReleased', ...last, button, buttons: held, clickCount: 1 });
    }
  };
  canvas.addEventListener('pointercancel', releaseAll, { signal });
  window.addEventListener('blur', releaseAll, { signal });

  canvas.addEventListener(
    'contextmenu',
    (event) => {
      if (port.isDriving()) event.preventDefault();
    },
    { signal },
  );

  canvas.addEventListener(
    'wheel',
    (event) => {
      const spot = port.isActive() ? spotAt(event) : undefined;
      if (!spot?.isInside) return;
      event.preventDefault();
      const unit = [1, LINE_HEIGHT, canvas.height][event.deltaMode] ?? 1;
      const deltas = { deltaX: event.deltaX * unit, deltaY: event.deltaY * unit };
      send(event, { eventType: 'mouseWheel', button: 'none', ...deltas }, spot.x, spot.y);
    },
    { signal, passive: false },
  );
}

function clicksOf({ detail }: MouseEvent): number {
  return Math.min(Math.max(detail, 1), 3);
}
