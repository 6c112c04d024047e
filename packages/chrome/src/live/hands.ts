import type { CompositionMessage, KeyboardMessage, MouseMessage, TouchMessage } from '@btcp/protocol';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Viewport } from '../tab/tab.js';
import { CarriedDrag } from './carried-drag.js';
import { keyEvent } from './key-event.js';

type Button = NonNullable<MouseMessage['button']>;

const BITS: Record<Button, number> = { none: 0, left: 1, right: 2, middle: 4, back: 8, forward: 16 };

/** A move that begins a drag is never answered, and one on a busy page late: the next does not wait longer than this. */
const PATIENCE_MS = 40;

/**
 * A person's mouse and keyboard in one tab. Everything is sent on at once and in order, without waiting for the page;
 * only moves of the mouse wait for the one before them, and then the newest goes.
 */
export class Hands {
  readonly #cdp: CDPSession;
  readonly #viewport: () => Viewport;
  readonly #buttons = new Set<Button>();
  readonly #drag: CarriedDrag;
  readonly #keys = new Map<string, KeyboardMessage>();
  #at = { x: 0, y: 0 };
  /** Ends the wait for the move that is under way. */
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
    // The pointer is where the last move left it before anything else happens there.
    if (this.#nextMove) this.#move(this.#nextMove);
    const button = message.button ?? (message.eventType === 'mouseWheel' ? 'none' : 'left');
    if (message.eventType === 'mousePressed') this.#press(button);
    if (message.eventType === 'mouseReleased') this.#letGo(message, button);
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
    // Two fingers would zoom the page, for the agent as well, and no click of anybody would hit its mark.
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

  /** Resolves when the page has taken in all that was sent so far. */
  async taken(): Promise<void> {
    await Promise.all(this.#underWay);
    // What the page printed and requested meanwhile was told before this is answered.
    await this.#cdp.send('Runtime.evaluate', { expression: '0' }).catch(() => {});
  }

  /** Lets go of all that is held. */
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

  #letGo(message: MouseMessage, button: Button): void {
    this.#buttons.delete(button);
    if (button === 'left') this.#drag.drop(this.#clamp(message));
  }

  #move(message: MouseMessage): void {
    this.#nextMove = undefined;
    const [held = 'none'] = this.#buttons;
    const arrive = () => {
      clearTimeout(patience);
      if (this.#arrive !== arrive) return;
      this.#arrive = undefined;
      if (this.#nextMove) this.#move(this.#nextMove);
    };
    const patience = setTimeout(arrive, PATIENCE_MS);
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

  /** A page that cannot take input, because it is blocked or gone, is no fault of the driver. */
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
