import type { CDPSession, Protocol } from 'puppeteer-core';

interface Point {
  x: number;
  y: number;
}

/** A driver's drag inside a page, dispatched by us because headless Chrome sometimes loses its own. */
export class CarriedDrag {
  readonly #cdp: CDPSession;
  #data: Protocol.Input.DragData | undefined;
  #hasEntered = false;

  constructor(cdp: CDPSession, isHeld: () => boolean) {
    this.#cdp = cdp;
    cdp.on('Input.dragIntercepted', ({ data }) => {
      // The agent's drags use the same session.
      if (isHeld()) this.#data = data;
    });
  }

  get isUnderWay(): boolean {
    return this.#data !== undefined;
  }

  expect(): void {
    this.#cdp.send('Input.setInterceptDrags', { enabled: true }).catch(() => {});
  }

  move(at: Point, done: () => void): void {
    this.#send(this.#hasEntered ? 'dragOver' : 'dragEnter', at, done);
    this.#hasEntered = true;
  }

  drop(at: Point): void {
    this.#send('dragOver', at);
    this.#send('drop', at);
    this.#end();
  }

  cancel(at: Point): void {
    if (this.isUnderWay) this.#send('dragCancel', at);
    this.#end();
  }

  #send(type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel', at: Point, done = () => {}): void {
    const data = this.#data;
    if (data) this.#cdp.send('Input.dispatchDragEvent', { type, ...at, data }).then(done, done);
  }

  #end(): void {
    this.#data = undefined;
    this.#hasEntered = false;
    this.#cdp.send('Input.setInterceptDrags', { enabled: false }).catch(() => {});
  }
}
