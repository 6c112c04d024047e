import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LiveReport } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/live-hooks.js'), 'utf8');

const WORLD = 'btcp-live';
const BINDING = 'btcpReport';

export interface HookedDocument {
  process: ProcessHooks;
  frameId: string;
  contextId: number;
}

export interface HookEvents {
  onReport(report: LiveReport, from: HookedDocument): void;
  onGone(document: HookedDocument): void;
}

export class ProcessHooks {
  readonly cdp: CDPSession;
  readonly root: string;
  readonly #events: HookEvents;
  readonly #documents = new Map<number, HookedDocument>();

  constructor(cdp: CDPSession, root: string, events: HookEvents) {
    this.cdp = cdp;
    this.root = root;
    this.#events = events;
    cdp.on('Runtime.executionContextCreated', ({ context: { id: contextId, name, auxData } }) => {
      if (name === WORLD) this.#documents.set(contextId, { process: this, frameId: auxData?.frameId, contextId });
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => this.#forget(executionContextId));
    cdp.on('Runtime.executionContextsCleared', () => this.end());
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      const from = this.#documents.get(executionContextId);
      if (name === BINDING && from) events.onReport(JSON.parse(payload) as LiveReport, from);
    });
  }

  get documents(): HookedDocument[] {
    return [...this.#documents.values()];
  }

  async start(): Promise<void> {
    await this.cdp.send('Page.enable');
    await this.cdp.send('Runtime.enable');
    await this.cdp.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
    const script = { source: SOURCE, worldName: WORLD, runImmediately: true };
    await this.cdp.send('Page.addScriptToEvaluateOnNewDocument', script);
  }

  async ask({ contextId }: HookedDocument, expression: string): Promise<unknown> {
    const run = { expression: `btcpLiveHooks.${expression}`, contextId, returnByValue: true };
    const answer = await this.cdp.send('Runtime.evaluate', run).catch(() => undefined);
    return answer?.result.value;
  }

  end(): void {
    for (const contextId of [...this.#documents.keys()]) this.#forget(contextId);
  }

  #forget(contextId: number): void {
    const document = this.#documents.get(contextId);
    if (this.#documents.delete(contextId) && document) this.#events.onGone(document);
  }
}
