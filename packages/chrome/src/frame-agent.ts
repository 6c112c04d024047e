import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BtcpError } from '@btcp/protocol';
import type { Answer, PageAgent } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';

/** The page code, built as one script whose value is the agent. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');

const WORLD = 'btcp';

/** What a call gives when the document it was meant for has just been replaced. */
const DOCUMENT_GONE = /Cannot find context|Could not find object|Execution context was destroyed|No frame for given id/;

type Method = Exclude<keyof PageAgent, symbol>;
type Arguments<M extends Method> = Parameters<PageAgent[M]>;
type Value<M extends Method> = Extract<Awaited<ReturnType<PageAgent[M]>>, { ok: true }>['value'];

/** Reaches the browser-agent of one frame, which lives in an isolated world that the page cannot see. */
export class FrameAgent {
  readonly #cdp: CDPSession;
  readonly #frameId: string;
  #agent: Promise<string> | undefined;

  constructor(cdp: CDPSession, frameId: string) {
    this.#cdp = cdp;
    this.#frameId = frameId;
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameId) this.#agent = undefined;
    });
  }

  async call<M extends Method>(method: M, ...parameters: Arguments<M>): Promise<Value<M>> {
    let answer: Answer<Value<M>>;
    try {
      answer = await this.#send(method, parameters);
    } catch (thrown) {
      if (!DOCUMENT_GONE.test(String(thrown))) throw thrown;
      this.#agent = undefined;
      answer = await this.#send(method, parameters);
    }
    if (answer.ok) return answer.value;
    throw BtcpError.fromJSON(answer.error);
  }

  async #send<M extends Method>(method: M, parameters: Arguments<M>): Promise<Answer<Value<M>>> {
    this.#agent ??= this.#inject();
    const { result, exceptionDetails } = await this.#cdp.send('Runtime.callFunctionOn', {
      objectId: await this.#agent,
      functionDeclaration: 'function (method, parameters) { return this[method](...parameters); }',
      arguments: [{ value: method }, { value: parameters }],
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) {
      throw new BtcpError(
        'internal',
        `The page agent failed: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
      );
    }
    return result.value as Answer<Value<M>>;
  }

  async #inject(): Promise<string> {
    const { executionContextId } = await this.#cdp.send('Page.createIsolatedWorld', {
      frameId: this.#frameId,
      worldName: WORLD,
    });
    const { result } = await this.#cdp.send('Runtime.evaluate', { expression: SOURCE, contextId: executionContextId });
    if (!result.objectId) throw new BtcpError('internal', 'The page agent could not be started in the page.');
    return result.objectId;
  }
}
