import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AnswerTo, BtcpError, type PageCommand, type ReadAction, within } from '@btcp/protocol';
import type { PageState, ScriptAction, ScriptAnswer, ScriptCommand, ScriptReply } from 'btcp-browser-agent';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { type InjectedScript, newListeners, registerHidden, showSlottedRoots } from './hidden-parts.js';
import { STATE_MS, stateFromOutside } from './page-state.js';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');

const WORLD = 'btcp';

// Errors of Chrome for a document that was replaced before the command began: it can be sent again.
const NOT_BEGUN = /Cannot find context|Could not find object/;
// The same while the command ran: whether it was done is unknown.
const CUT_OFF = /Execution context was destroyed|Inspected target navigated or closed/;
const FRAME_GONE = /No frame for given id|Frame with the given id was not found/;

export class DocumentLeft extends BtcpError {
  constructor(cause: unknown) {
    super('stale_ref', 'The page navigated away during the call.', {
      hint: 'Take a new snapshot and go on from there.',
      cause,
    });
  }
}

export interface Reply<Value> {
  value: Value;
  state?: StateAt | undefined;
}

export interface StateAt extends PageState {
  visit: number;
}

interface RefNames {
  document: number;
  // The most refs that an older document had.
  older: number;
}

// The event of a replacement may have come before this link listened.
const CALL = `function (command, withState) {
  if (!this.isShownIn(window)) throw new Error('Cannot find context of the document');
  return this.call(command, withState);
}`;

// Shadow roots inside shadow roots are found one level at a time.
const MAX_LOOKS = 5;

/** The page script lives in an isolated world that the page cannot see. */
export class FrameLink {
  readonly cdp: CDPSession;
  readonly frameId: string;
  readonly prefix: string;
  #script: Promise<InjectedScript> | undefined;
  #names: RefNames;
  #refsGiven = 0;
  #visit = 0;

  constructor(cdp: CDPSession, frameId: string, prefix = '', names: RefNames = { document: 0, older: 0 }) {
    this.cdp = cdp;
    this.frameId = frameId;
    this.prefix = prefix;
    this.#names = names;
    cdp.on('Page.frameNavigated', this.#onNavigated);
  }

  readonly #onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== this.frameId) return;
    this.#script = undefined;
    this.#visit++;
  };

  stop(): void {
    this.cdp.off('Page.frameNavigated', this.#onNavigated);
  }

  /** The refs of the next document differ from those of older ones. */
  get nextNames(): RefNames {
    const { document, older } = this.#names;
    return this.#refsGiven > 0 ? { document: document + 1, older: Math.max(older, this.#refsGiven) } : this.#names;
  }

  isCurrent(state: StateAt): boolean {
    return state.visit === this.#visit;
  }

  async call<Action extends ScriptAction>(command: ScriptCommand<Action>): Promise<ScriptAnswer<Action>> {
    return (await this.#ask(command, false)).value;
  }

  async ask<Action extends ReadAction>(command: PageCommand<Action>): Promise<Reply<AnswerTo<Action>>>;
  async ask<Action extends ScriptAction>(command: ScriptCommand<Action>): Promise<Reply<ScriptAnswer<Action>>>;
  async ask(command: never): Promise<Reply<unknown>> {
    return this.#ask(command, true);
  }

  async read<Action extends 'snapshot' | 'changes' | 'find'>(
    command: ScriptCommand<Action>,
  ): Promise<Reply<ScriptAnswer<Action>>> {
    const reply = await this.#inDocument(async (script) => {
      for (let look = 1; ; look++) {
        const [reply, listeners, hasSlots] = await Promise.all([
          this.#send(script, command, true),
          look === 1 ? newListeners(this.cdp, script) : [],
          showSlottedRoots(this.cdp, script),
        ]);
        const hasMore = (await registerHidden(this.cdp, script, reply.possibleShadowHosts, listeners)) || hasSlots;
        if (hasMore) script.revealed++;
        if (look === MAX_LOOKS || !hasMore) return reply;
        if (command.action !== 'find') await this.#send(script, { action: 'undoSnapshot' }, false);
      }
    });
    return unwrap(reply);
  }

  async reveal(): Promise<boolean> {
    return this.#inDocument(async (script) => {
      const [listeners, hasSlots] = await Promise.all([
        newListeners(this.cdp, script),
        showSlottedRoots(this.cdp, script),
      ]);
      return (await registerHidden(this.cdp, script, script.possibleShadowHosts, listeners)) || hasSlots;
    });
  }

  async state(): Promise<StateAt> {
    const visit = this.#visit;
    const outside = this.#script ? undefined : await stateFromOutside(this.cdp);
    return { ...(outside ?? (await this.call({ action: 'state' }))), visit };
  }

  /** A state that arrives before the answer is too old, and is dropped. */
  async withState<Value>(send: () => Promise<Value>): Promise<Reply<Value>> {
    const sent = send();
    const asked = within(
      this.state().catch(() => undefined),
      STATE_MS,
      () => undefined,
    );
    const first = await Promise.race([sent.then(() => 'answer'), asked.then(() => 'state')]);
    const value = await sent;
    return { value, state: first === 'answer' ? await asked : undefined };
  }

  async element(selector: string): Promise<string> {
    const functionDeclaration = 'function (selector) { try { return this.element(selector); } catch { return null; } }';
    return this.#inDocument(async ({ objectId }) => {
      const { result } = await this.#run({ objectId, functionDeclaration }, selector);
      if (result.objectId) return result.objectId;
      throw new BtcpError('not_found', `Selector '${selector}' not found.`, { hint: 'Take a new snapshot.' });
    });
  }

  async #ask<Action extends ScriptAction>(
    command: ScriptCommand<Action>,
    withState: boolean,
  ): Promise<Reply<ScriptAnswer<Action>>> {
    const reply = await this.#inDocument(async (script) => {
      const { revealed } = script;
      const reply = await this.#send(script, command, withState);
      if (reply.ok || reply.error.code !== 'not_found') return reply;
      // The element may be in a closed shadow root.
      script.searching ??= this.#findRoots(script);
      await script.searching;
      return script.revealed > revealed ? this.#send(script, command, withState) : reply;
    });
    return unwrap(reply);
  }

  async #findRoots(script: InjectedScript): Promise<void> {
    try {
      const [{ possibleShadowHosts }, hasSlots] = await Promise.all([
        this.#send(script, { action: 'findShadowHosts' }, false),
        showSlottedRoots(this.cdp, script),
      ]);
      if ((await registerHidden(this.cdp, script, possibleShadowHosts, [])) || hasSlots) script.revealed++;
    } finally {
      script.searching = undefined;
    }
  }

  async #inDocument<T>(run: (script: InjectedScript) => Promise<T>): Promise<T> {
    try {
      return await run(await (this.#script ?? this.#injectOnce()));
    } catch (thrown) {
      const text = String(thrown);
      if (CUT_OFF.test(text)) throw new DocumentLeft(thrown);
      if (FRAME_GONE.test(text)) throw frameGone(this.prefix, thrown);
      if (!NOT_BEGUN.test(text)) throw thrown;
      return run(await this.#injectOnce());
    }
  }

  #injectOnce(): Promise<InjectedScript> {
    const script = this.#inject();
    this.#script = script;
    script.catch(() => {
      if (this.#script === script) this.#script = undefined;
    });
    return script;
  }

  async #send<Action extends ScriptAction>(
    script: InjectedScript,
    command: ScriptCommand<Action>,
    withState: boolean,
  ): Promise<StampedReply<ScriptAnswer<Action>>> {
    const visit = this.#visit;
    const { objectId } = script;
    const call = { objectId, functionDeclaration: CALL, returnByValue: true };
    const { result } = await this.#run(call, command, withState);
    const reply: ScriptReply<ScriptAnswer<Action>> = JSON.parse(result.value);
    this.#refsGiven = reply.refsGiven;
    script.possibleShadowHosts = reply.possibleShadowHosts;
    return { ...reply, visit };
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
      { hint: 'Retry; if it persists, use browser_reload.' },
    );
  }

  async #inject(): Promise<InjectedScript> {
    const { executionContextId } = await this.cdp.send('Page.createIsolatedWorld', {
      frameId: this.frameId,
      worldName: WORLD,
    });
    const source = { expression: SOURCE, contextId: executionContextId };
    const { result, exceptionDetails } = await this.cdp.send('Runtime.evaluate', source);
    const { objectId } = result;
    // A script that is terminated throws an object.
    if (!objectId || exceptionDetails) {
      throw new BtcpError('internal', 'The page agent could not be started in the page.', {
        hint: 'Retry; if it persists, use browser_reload.',
      });
    }
    const script: InjectedScript = {
      objectId,
      contextId: executionContextId,
      knownListeners: new Set(),
      possibleShadowHosts: 0,
      revealed: 0,
      searching: undefined,
    };
    this.#names = this.nextNames;
    this.#refsGiven = 0;
    if (this.prefix !== '' || this.#names.document > 0) {
      await this.#send(script, { action: 'nameRefs', prefix: this.prefix, ...this.#names }, false);
    }
    return script;
  }
}

type StampedReply<Value> = ScriptReply<Value> & { visit: number };

function unwrap<Value>(reply: StampedReply<Value>): Reply<Value> {
  if (!reply.ok) throw BtcpError.fromJSON(reply.error);
  return { value: reply.value, ...(reply.state ? { state: { ...reply.state, visit: reply.visit } } : {}) };
}

function frameGone(prefix: string, cause: unknown): BtcpError {
  return new BtcpError('stale_ref', `The frame of refs ${prefix}e… has left the page.`, {
    hint: 'Take a new snapshot and use a ref from it.',
    cause,
  });
}
