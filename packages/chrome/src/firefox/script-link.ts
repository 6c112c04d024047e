import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BtcpError } from '@btcp/protocol';
import type { PageState, ScriptAction, ScriptAnswer, ScriptCommand, ScriptReply } from 'btcp-browser-agent';
import type { ElementHandle, Frame, JSHandle, Page } from 'puppeteer-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');

// Errors of Firefox for a document that is gone.
const GONE =
  /no such (?:frame|handle|node|realm|window)|DiscardedBrowsingContext|AbortError|detached|destroyed|discarded/i;

interface Script {
  call(command: unknown, withState: boolean): Promise<string>;
  element(selector: string): unknown;
}

// A sandbox next to the page, which the page cannot see; puppeteer does not list it among its types.
interface Sandbox {
  evaluateHandle(source: string): Promise<JSHandle<Script>>;
}

export interface ScriptResult<Value> {
  value: Value;
  state: PageState;
}

export class DocumentLeft extends BtcpError {
  constructor(cause: unknown) {
    super('stale_ref', 'The page navigated away during the call.', { hint: 'Take a new snapshot and go on.', cause });
  }
}

export class ScriptLink {
  readonly prefix: string;
  readonly #page: Page;
  readonly #frame: Frame;
  #script: Promise<JSHandle<Script>> | undefined;
  #documents = 0;
  #refsGiven = 0;
  #older = 0;

  constructor(page: Page, frame: Frame, prefix: string) {
    this.#page = page;
    this.#frame = frame;
    this.prefix = prefix;
    page.on('framenavigated', (navigated) => {
      if (navigated === frame) this.#script = undefined;
    });
  }

  async ask<Action extends ScriptAction>(command: ScriptCommand<Action>): Promise<ScriptResult<ScriptAnswer<Action>>> {
    const reply: ScriptReply<ScriptAnswer<Action>> = JSON.parse(await this.#send(command));
    this.#refsGiven = reply.refsGiven;
    if (!reply.ok) throw BtcpError.fromJSON(reply.error);
    return { value: reply.value, state: reply.state ?? { url: this.#page.url(), title: '', secrets: [] } };
  }

  async element(selector: string): Promise<ElementHandle> {
    const script = await this.#ready();
    const found = await script.evaluateHandle((script, selector) => script.element(selector), selector);
    const element = found.asElement();
    if (element) return element as ElementHandle;
    throw new BtcpError('not_found', `Selector '${selector}' not found.`, { hint: 'Take a new snapshot.' });
  }

  async hasFocus(): Promise<boolean> {
    return this.#frame.evaluate('document.hasFocus()') as Promise<boolean>;
  }

  async #send(command: unknown): Promise<string> {
    try {
      const script = await this.#ready();
      return await script.evaluate((script, command) => script.call(command, true), command as object);
    } catch (thrown) {
      if (!GONE.test(String(thrown))) throw thrown;
      this.#script = undefined;
      throw new DocumentLeft(thrown);
    }
  }

  #ready(): Promise<JSHandle<Script>> {
    const script = this.#script ?? this.#inject();
    this.#script = script;
    script.catch(() => {
      if (this.#script === script) this.#script = undefined;
    });
    return script;
  }

  async #inject(): Promise<JSHandle<Script>> {
    const frame = this.#frame as unknown as { isolatedRealm(): Sandbox };
    const script = await frame.isolatedRealm().evaluateHandle(SOURCE);
    if (this.#refsGiven > 0) {
      this.#documents++;
      this.#older = Math.max(this.#older, this.#refsGiven);
      this.#refsGiven = 0;
    }
    const names = { action: 'nameRefs', prefix: this.prefix, document: this.#documents, older: this.#older };
    if (this.prefix !== '' || this.#documents > 0)
      await script.evaluate((script, names) => script.call(names, false), names);
    return script;
  }
}
