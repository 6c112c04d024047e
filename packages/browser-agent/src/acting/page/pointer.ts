import type { Modifier } from '@btcp/protocol';
import { flatAncestors } from '../../dom/flat-tree.js';
import { viewOf } from '../../dom/tags.js';

/** A mouse button. */
export type MouseButton = 'left' | 'middle' | 'right';

type Device = 'mouse' | 'pointer';

const BUTTON = {
  left: { button: 0, buttons: 1 },
  middle: { button: 1, buttons: 4 },
  right: { button: 2, buttons: 2 },
} as const;

export class Pointer {
  #over: Element | undefined;
  #at = { x: 0, y: 0 };
  #buttons = 0;
  // A page that prevents pointerdown gets no mouse events for that press, as in the browser.
  #silent = false;
  modifiers: readonly Modifier[] = [];

  moveTo(element: Element, at: { x: number; y: number }): void {
    const from = this.#over?.isConnected && this.#over.ownerDocument.defaultView ? this.#over : undefined;
    this.#at = { x: at.x, y: at.y };
    this.#over = element;
    const devices = this.#silent ? (['pointer'] as const) : (['pointer', 'mouse'] as const);
    if (from !== element) for (const device of devices) this.#cross(device, from, element);
    for (const device of devices) this.#hover(device, 'move', element, null);
  }

  #cross(device: Device, from: Element | undefined, to: Element): void {
    const left = from ? [...flatAncestors(from)] : [];
    const entered = [...flatAncestors(to)];
    if (from) this.#hover(device, 'out', from, to);
    for (const each of left) if (!entered.includes(each)) this.#hover(device, 'leave', each, to);
    this.#hover(device, 'over', to, from ?? null);
    for (const each of entered.reverse()) if (!left.includes(each)) this.#hover(device, 'enter', each, from ?? null);
  }

  /** Returns false if the page prevented the default action of a press, such as moving focus. */
  down(element: Element, button: MouseButton, count: number): boolean {
    this.#buttons = BUTTON[button].buttons;
    const allowed = this.#pointer(element, 'pointerdown', { button: BUTTON[button].button });
    this.#silent = !allowed;
    return allowed && this.mouse(element, 'mousedown', { button: BUTTON[button].button, detail: count });
  }

  up(element: Element, button: MouseButton, count: number): void {
    this.#buttons = 0;
    this.#pointer(element, 'pointerup', { button: BUTTON[button].button });
    if (!this.#silent) this.mouse(element, 'mouseup', { button: BUTTON[button].button, detail: count });
    this.#silent = false;
  }

  cancel(element: Element): void {
    this.#buttons = 0;
    this.#silent = false;
    this.#pointer(element, 'pointercancel', {});
  }

  mouse(element: Element, type: string, init: MouseEventInit): boolean {
    const { MouseEvent } = viewOf(element);
    return element.dispatchEvent(new MouseEvent(type, this.#init(element, init)));
  }

  click(element: Element, type: 'click' | 'auxclick' | 'contextmenu', button: MouseButton, count: number): boolean {
    return this.#pointer(element, type, { button: BUTTON[button].button, detail: count, isPrimary: type === 'click' });
  }

  drag(element: Element, type: string, dataTransfer: DataTransfer, at: { x: number; y: number } = this.#at): boolean {
    this.#at = { x: at.x, y: at.y };
    const { DragEvent } = viewOf(element);
    const cancelable = type !== 'dragleave' && type !== 'dragend';
    return element.dispatchEvent(new DragEvent(type, { ...this.#init(element, { cancelable }), dataTransfer }));
  }

  #hover(device: Device, type: string, element: Element, relatedTarget: Element | null): void {
    const bubbles = type !== 'enter' && type !== 'leave';
    const shape = { relatedTarget, bubbles, composed: bubbles, cancelable: bubbles };
    if (device === 'mouse') this.mouse(element, `mouse${type}`, shape);
    else this.#pointer(element, `pointer${type}`, { ...shape, button: -1 });
  }

  #pointer(element: Element, type: string, init: PointerEventInit): boolean {
    const { PointerEvent } = viewOf(element);
    const shape = this.#init(element, { ...init });
    const pressure = this.#buttons === 0 ? 0 : 0.5;
    return element.dispatchEvent(
      new PointerEvent(type, { isPrimary: true, ...shape, pointerId: 1, pointerType: 'mouse', pressure }),
    );
  }

  #init<Init extends MouseEventInit>(element: Element, init: Init): Init & MouseEventInit {
    const view = viewOf(element);
    const { x, y } = this.#at;
    return {
      bubbles: true,
      cancelable: true,
      composed: true,
      view,
      clientX: x,
      clientY: y,
      screenX: view.screenX + x,
      screenY: view.screenY + y,
      buttons: this.#buttons,
      altKey: this.modifiers.includes('Alt'),
      ctrlKey: this.modifiers.includes('Control'),
      metaKey: this.modifiers.includes('Meta'),
      shiftKey: this.modifiers.includes('Shift'),
      ...init,
    };
  }
}
