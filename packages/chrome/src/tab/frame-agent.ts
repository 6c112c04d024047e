import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BtcpError } from '@btcp/protocol';
import type { Answer, Glance, PageAgent } from 'btcp-browser-agent';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { glanceFromOutside, KeptGlance } from './glance.js';
import { type InjectedAgent, newListeners, showSlottedRoots, tellHidden } from './hidden-parts.js';

/** The page code, built as one script whose value is the agent. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');

const WORLD = 'btcp';

/** What a call gives when the document it was meant for was replaced before it began: it can be sent again. */
const NOT_BEGUN = /Cannot find context|Could not find object/;
/** The same while it was under way: whether it was done is unknown. */
const CUT_OFF = /Execution context was destroyed|Inspected target navigated or closed/;
const FRAME_GONE = /No frame for given id|Frame with the given id was not found/;

/** Thrown when the page was left while a call was under way. */
export class DocumentLeft extends BtcpError {
  constructor(cause: unknown) {
    super('stale_ref', 'The page was left during the call.', {
      hint: 'Take a new snapshot and go on from there.',
      cause,
    });
  }
}

/**
 * Tells with each answer how far the refs have come, so that the next document of the frame goes on from there. As one
 * string, because Chrome takes thousands of refs out of the page faster so than one by one.
 */
const CALL = `async function (method, parameters, withGlance) {
  const answer = await this[method](...parameters);
  const glance = withGlance ? this.glance() : undefined;
  return JSON.stringify({ answer, glance, lastRef: this.lastRef, hosts: this.possibleHosts });
}`;

/** Roots inside roots are found one level at a time. */
const MOST_LOOKS = 5;

type Method = {
  [Name in keyof PageAgent]: PageAgent[Name] extends (...parameters: never[]) => unknown ? Name : never;
}[keyof PageAgent];
type Arguments<M extends Method> = Parameters<PageAgent[M]>;
type Value<M extends Method> = Extract<Awaited<ReturnType<PageAgent[M]>>, { ok: true }>['value'];

/** What callers want for itself, so that their result needs a glance at the page too: with the answer it costs no round. */
const WANTED: ReadonlySet<Method> = new Set(['snapshot', 'getText', 'getAttribute', 'isVisible', 'scroll']);

interface Told<M extends Method> {
  answer: Answer<Value<M>>;
  glance?: Answer<Glance>;
  lastRef: number;
  /** Elements that may hide something. */
  hosts: number;
}

/** Reaches the browser-agent of one frame, which lives in an isolated world that the page cannot see. */
export class FrameAgent {
  readonly cdp: CDPSession;
  readonly frameId: string;
  readonly prefix: string;
  /** What its document told together with the answer that has just come. */
  readonly glance = new KeptGlance();
  #agent: Promise<InjectedAgent> | undefined;
  #lastRef: number;

  /** `prefix` sets its refs apart from those of other frames; `lastRef` is where an earlier agent of it has come to. */
  constructor(cdp: CDPSession, frameId: string, prefix = '', lastRef = 0) {
    this.cdp = cdp;
    this.frameId = frameId;
    this.prefix = prefix;
    this.#lastRef = lastRef;
    cdp.on('Page.frameNavigated', this.#onNavigated);
  }

  readonly #onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id === this.frameId) this.#agent = undefined;
  };

  /** Forgets a frame that has gone. */
  stop(): void {
    this.cdp.off('Page.frameNavigated', this.#onNavigated);
  }

  get lastRef(): number {
    return this.#lastRef;
  }

  async call<M extends Method>(method: M, ...parameters: Arguments<M>): Promise<Value<M>> {
    const told = await this.#inDocument(async (agent) => {
      const told = await this.#ask(agent, method, parameters);
      if (told.answer.ok || told.answer.error.code !== 'not_found') return told;
      // A selector may name what nobody has looked for yet.
      const [{ hosts }, hasSlots] = await Promise.all([
        this.#ask(agent, 'lookForHosts', []),
        showSlottedRoots(this.cdp, agent),
      ]);
      const isMore = (await tellHidden(this.cdp, agent, hosts, [])) || hasSlots;
      return isMore ? this.#ask(agent, method, parameters) : told;
    });
    return this.#take(told);
  }

  /** Reads the page, and once more where it hid something from its agent that Chrome can show. */
  async read<M extends 'snapshot' | 'changes'>(method: M, ...parameters: Arguments<M>): Promise<Value<M>> {
    const told = await this.#inDocument(async (agent) => {
      for (let look = 1; ; look++) {
        const asking = this.#ask(agent, method, parameters);
        const [told, listeners, hasSlots] = await Promise.all([
          asking,
          look === 1 ? newListeners(this.cdp, agent) : [],
          showSlottedRoots(this.cdp, agent),
        ]);
        const isMore = (await tellHidden(this.cdp, agent, told.hosts, listeners)) || hasSlots;
        if (look === MOST_LOOKS || !isMore) return told;
        await this.#ask(agent, 'takeSnapshotBack', []);
      }
    });
    return this.#take(told);
  }

  /** A glance at the document as it is; undefined where it has no agent yet, and needs one to tell. */
  async look(): Promise<Glance | undefined> {
    return this.#agent ? this.call('glance') : glanceFromOutside(this.cdp);
  }

  /**
   * Sends a question to the document, and asks for a glance right behind it. A page does what it is asked in order, so
   * the glance shows it as the answer has left it; one that is there before the answer is not kept, since the question
   * went on after it, as where a promise is awaited.
   */
  async withGlance<T>(send: () => Promise<T>): Promise<T> {
    const sent = send();
    let isEarly = false;
    const glance = this.look().catch(() => undefined);
    void glance.then(() => {
      isEarly = true;
    });
    const answer = await sent;
    if (!isEarly) this.glance.keep(glance);
    return answer;
  }

  /** A handle on an element, for commands of Chrome that take one. */
  async element(selector: string): Promise<string> {
    const functionDeclaration = 'function (method, selector) { return this[method](selector).value; }';
    return this.#inDocument(async ({ objectId }) => {
      const { result } = await this.#run({ objectId, functionDeclaration }, 'locate', selector);
      if (result.objectId) return result.objectId;
      throw new BtcpError('not_found', `Selector '${selector}' not found.`, { hint: 'Take a new snapshot.' });
    });
  }

  /** What a function of this source tells of an element, which it gets as `this`. */
  async ask(selector: string, about: string): Promise<unknown> {
    const functionDeclaration = `function (method, selector) { return (${about}).call(this[method](selector).value); }`;
    return this.#inDocument(async ({ objectId }) => {
      const call = { objectId, functionDeclaration, returnByValue: true };
      return (await this.#run(call, 'locate', selector)).result.value;
    });
  }

  /** Runs with the agent of the document that is shown; once more where that was just replaced. */
  async #inDocument<T>(run: (agent: InjectedAgent) => Promise<T>): Promise<T> {
    try {
      return await run(await (this.#agent ?? this.#injectOnce()));
    } catch (thrown) {
      const text = String(thrown);
      if (CUT_OFF.test(text)) throw new DocumentLeft(thrown);
      if (FRAME_GONE.test(text)) throw frameGone(this.prefix, thrown);
      if (!NOT_BEGUN.test(text)) throw thrown;
      return run(await this.#injectOnce());
    }
  }

  #take<M extends Method>({ answer, glance }: Told<M>): Value<M> {
    if (glance?.ok) this.glance.keep(Promise.resolve(glance.value));
    return unwrap(answer);
  }

  /** One agent for all who ask meanwhile; one that did not come is asked for again. */
  #injectOnce(): Promise<InjectedAgent> {
    const agent = this.#inject();
    this.#agent = agent;
    agent.catch(() => {
      if (this.#agent === agent) this.#agent = undefined;
    });
    return agent;
  }

  async #ask<M extends Method>({ objectId }: InjectedAgent, method: M, parameters: Arguments<M>): Promise<Told<M>> {
    const { result } = await this.#run(
      { objectId, functionDeclaration: CALL, returnByValue: true },
      method,
      parameters,
      WANTED.has(method),
    );
    const told: Told<M> = JSON.parse(result.value);
    this.#lastRef = told.lastRef;
    return told;
  }

  async #run(call: { objectId: string; functionDeclaration: string; returnByValue?: boolean }, ...values: unknown[]) {
    const answer = await this.cdp.send('Runtime.callFunctionOn', {
      ...call,
      arguments: values.map((value) => ({ value })),
      awaitPromise: true,
    });
    const { exceptionDetails } = answer;
    if (!exceptionDetails) return answer;
    throw new BtcpError(
      'internal',
      `The page agent failed: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
      { hint: 'Retry; load the page again with browser_reload if it goes on.' },
    );
  }

  async #inject(): Promise<InjectedAgent> {
    const { executionContextId } = await this.cdp.send('Page.createIsolatedWorld', {
      frameId: this.frameId,
      worldName: WORLD,
    });
    const script = { expression: SOURCE, contextId: executionContextId };
    const { result, exceptionDetails } = await this.cdp.send('Runtime.evaluate', script);
    const { objectId } = result;
    // A script that is ended while it runs throws an object, too.
    if (!objectId || exceptionDetails) {
      throw new BtcpError('internal', 'The page agent could not be started in the page.', {
        hint: 'Retry; load the page again with browser_reload if it goes on.',
      });
    }
    if (this.prefix !== '' || this.#lastRef > 0) {
      await this.#run({ objectId, functionDeclaration: CALL, returnByValue: true }, 'continueRefs', [
        this.prefix,
        this.#lastRef,
      ]);
    }
    return { objectId, contextId: executionContextId, seen: new Set() };
  }
}

function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw BtcpError.fromJSON(answer.error);
}

function frameGone(prefix: string, cause: unknown): BtcpError {
  return new BtcpError('stale_ref', `The frame of refs ${prefix}e… has left the page.`, {
    hint: 'Take a new snapshot and use a ref from it.',
    cause,
  });
}
