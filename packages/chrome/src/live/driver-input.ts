import type { CompositionMessage, KeyboardMessage, MouseMessage, TouchMessage } from '@btcp/protocol';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Viewport } from '../tab/tab.js';
import { CarriedDrag } from './carried-drag.js';
import { keyEvent } from './key-event.js';

type Button = NonNullable<MouseMessage['button']>;

const BITS: Record<Button, number> = { none: 0, left: 1, right: 2, middle: 4, back: 8, forward: 16 };

// How long the next mouse move waits for the last: Chrome never answers a move that begins a drag.
const MOVE_MS = 40;

export class DriverInput {
  readonly #cdp: CDPSession;
  readonly #viewport: () => Viewport;
  readonly #buttons = new Set<Button>();
  readonly #drag: CarriedDrag;
  readonly #keys = new Map<string, KeyboardMessage>();
  #at = { x: 0, y: 0 };
  #arrive: (() => void) | undefined;
  #nextMove: MouseMessage | undefined;
  readonly #underWay = new Set<Promise<void>>();
  #isTouching = false;
  #isPinching = false;
  #isComposing = false;

  constructor(cdp: CDPSession, viewport: () => Viewport) {
    this.#cdp = cdp;
    this.#viewport = viewport;
    this.#drag = new CarriedDrag(cdp, () => this.#buttons.has('left'));
  }

  mouse(message: MouseMessage): void {
    if (message.eventType === 'mouseMoved') {
      if (this.#arrive) this.#nextMove = message;
      else this.#move(message);
      return;
    }
    if (this.#nextMove) this.#move(this.#nextMove);
    const button = message.button ?? (message.eventType === 'mouseWheel' ? 'none' : 'left');
    if (message.eventType === 'mousePressed') this.#press(button);
    if (message.eventType === 'mouseReleased') this.#releaseButton(message, button);
    this.#dispatchMouse(message, button);
  }

  key(message: KeyboardMessage): void {
    const name = message.code || message.key || '';
    if (message.eventType === 'keyUp') this.#keys.delete(name);
    else if (message.eventType !== 'char') this.#keys.set(name, message);
    this.#send('Input.dispatchKeyEvent', keyEvent(message));
  }

  touch({ eventType: type, touchPoints, modifiers = 0 }: TouchMessage): void {
    const wasPinching = this.#isPinching;
    // Pinching would zoom the page for the agent too, and clicks would miss.
    this.#isPinching = touchPoints.length > 1 || (wasPinching && type === 'touchMove');
    if (this.#isPinching) this.#cancelTouch();
    else if (!wasPinching || type === 'touchStart') {
      this.#isTouching = type === 'touchStart' || type === 'touchMove';
      const points = this.#isTouching ? touchPoints.map((point) => ({ ...point, ...this.#clamp(point) })) : [];
      this.#send('Input.dispatchTouchEvent', { type, touchPoints: points, modifiers });
    }
  }

  compose({ eventType, text }: CompositionMessage): void {
    this.#isComposing = eventType === 'update' && text !== '';
    if (eventType === 'commit') this.insert(text);
    else {
      const { length } = text;
      this.#send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length });
    }
  }

  insert(text: string): void {
    this.#send('Input.insertText', { text });
  }

  async handled(): Promise<void> {
    await Promise.all(this.#underWay);
    // Events about what the page printed and requested meanwhile arrive before this answer.
    await this.#cdp.send('Runtime.evaluate', { expression: '0' }).catch(() => {});
  }

  release(): void {
    this.#nextMove = undefined;
    for (const message of this.#keys.values()) {
      this.#send('Input.dispatchKeyEvent', keyEvent({ ...message, eventType: 'keyUp', modifiers: 0 }));
    }
    this.#keys.clear();
    this.#drag.cancel(this.#at);
    for (const button of [...this.#buttons]) {
      this.mouse({ type: 'input_mouse', eventType: 'mouseReleased', ...this.#at, button, clickCount: 1 });
    }
    this.#cancelTouch();
    if (this.#isComposing) this.compose({ type: 'input_composition', eventType: 'update', text: '' });
  }

  #cancelTouch(): void {
    if (this.#isTouching) this.#send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    this.#isTouching = false;
  }

  #press(button: Button): void {
    this.#buttons.add(button);
    if (button === 'left') this.#drag.expect();
  }

  #releaseButton(message: MouseMessage, button: Button): void {
    this.#buttons.delete(button);
    if (button === 'left') this.#drag.drop(this.#clamp(message));
  }

  #move(message: MouseMessage): void {
    this.#nextMove = undefined;
    const [held = 'none'] = this.#buttons;
    const arrive = () => {
      clearTimeout(timer);
      if (this.#arrive !== arrive) return;
      this.#arrive = undefined;
      if (this.#nextMove) this.#move(this.#nextMove);
    };
    const timer = setTimeout(arrive, MOVE_MS);
    this.#arrive = arrive;
    if (this.#drag.isUnderWay) {
      this.#at = this.#clamp(message);
      this.#drag.move(this.#at, arrive);
    } else this.#dispatchMouse(message, held, arrive);
  }

  #dispatchMouse(message: MouseMessage, button: Button, done?: () => void): void {
    this.#at = this.#clamp(message);
    const isClick = message.eventType === 'mousePressed' || message.eventType === 'mouseReleased';
    const event: Protocol.Input.DispatchMouseEventRequest = {
      type: message.eventType,
      ...this.#at,
      button,
      buttons: [...this.#buttons].reduce((bits, each) => bits | BITS[each], 0),
      modifiers: message.modifiers ?? 0,
      ...(isClick ? { clickCount: message.clickCount ?? 1 } : {}),
      ...(message.eventType === 'mouseWheel' ? { deltaX: message.deltaX ?? 0, deltaY: message.deltaY ?? 0 } : {}),
    };
    this.#send('Input.dispatchMouseEvent', event, done);
  }

  #clamp({ x, y }: { x: number; y: number }): { x: number; y: number } {
    const { width, height } = this.#viewport();
    return { x: Math.min(Math.max(x, 0), width - 1), y: Math.min(Math.max(y, 0), height - 1) };
  }

  // Errors are dropped: a page that is blocked or gone takes no input.
  #send<Method extends keyof Commands>(method: Method, parameters: Commands[Method], done = () => {}): void {
    const sent = this.#cdp.send<keyof Commands>(method, parameters).then(done, done);
    this.#underWay.add(sent);
    void sent.then(() => this.#underWay.delete(sent));
  }
}

interface Commands {
  'Input.dispatchMouseEvent': Protocol.Input.DispatchMouseEventRequest;
  'Input.dispatchKeyEvent': Protocol.Input.DispatchKeyEventRequest;
  'Input.dispatchTouchEvent': Protocol.Input.DispatchTouchEventRequest;
  'Input.imeSetComposition': Protocol.Input.ImeSetCompositionRequest;
  'Input.insertText': Protocol.Input.InsertTextRequest;
}
