import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LiveReport, PickerAnswer } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/live-hooks.js'), 'utf8');

const WORLD = 'btcp-live';
const BINDING = 'btcpReport';

/** The hooks in the documents of one tab, in an isolated world of each, for as long as a person drives. */
export class PageHooks {
  readonly #cdp: CDPSession;
  readonly #contexts = new Map<number, { frameId: string }>();
  readonly #frameId: string;
  /** Where the open picker is. */
  #pickerContext: number | undefined;

  private constructor(cdp: CDPSession, frameId: string, onReport: (report: LiveReport) => void) {
    this.#cdp = cdp;
    this.#frameId = frameId;
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === WORLD) this.#contexts.set(context.id, { frameId: context.auxData?.frameId });
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => this.#contexts.delete(executionContextId));
    cdp.on('Runtime.executionContextsCleared', () => this.#contexts.clear());
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== BINDING) return;
      const report = JSON.parse(payload) as LiveReport;
      if (report.type === 'picker') this.#pickerContext = report.picker ? executionContextId : undefined;
      onReport(report);
    });
  }

  static async start(cdp: CDPSession, frameId: string, onReport: (report: LiveReport) => void): Promise<PageHooks> {
    const hooks = new PageHooks(cdp, frameId, onReport);
    await cdp.send('Page.enable');
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
    const script = { source: SOURCE, worldName: WORLD, runImmediately: true };
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', script);
    return hooks;
  }

  async answerPicker(id: string, answer: PickerAnswer): Promise<void> {
    if (this.#pickerContext !== undefined) await this.#call(this.#pickerContext, 'answer', [id, answer]);
  }

  /** The text that is selected in any frame of the tab's process. */
  async selection(cut: boolean): Promise<string> {
    for (const [id] of this.#mainFirst()) {
      const text = await this.#call(id, 'selection', [cut]);
      if (typeof text === 'string' && text !== '') return text;
    }
    return '';
  }

  stop(): void {
    for (const id of this.#contexts.keys()) void this.#call(id, 'stop', []);
    this.#cdp.detach().catch(() => {});
  }

  #mainFirst() {
    const isMain = (frameId: string) => (frameId === this.#frameId ? 0 : 1);
    return [...this.#contexts].sort(([, a], [, b]) => isMain(a.frameId) - isMain(b.frameId));
  }

  async #call(contextId: number, method: 'answer' | 'selection' | 'stop', values: unknown[]): Promise<unknown> {
    const expression = `btcpLiveHooks.${method}(${values.map((value) => JSON.stringify(value)).join(', ')})`;
    try {
      return (await this.#cdp.send('Runtime.evaluate', { expression, contextId, returnByValue: true })).result.value;
    } catch {
      // The document is gone, and its hooks with it.
      return undefined;
    }
  }
}
