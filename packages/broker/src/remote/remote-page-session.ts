import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BtcpError, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import type {
  ActionOutcome,
  BrowserSession,
  ClickInput,
  Effects,
  Picture,
  ScreenshotInput,
  Scrolled,
  ScrollInput,
  TextFormat,
  TypeInput,
  WaitInput,
} from '@btcp/tools';
import { need, readActed, readScrolled, readSnapshot } from './answers.js';
import { RemotePage } from './remote-page.js';
import type { Command } from './run-command.js';

const ACTION_TIMEOUT = 30_000;

/** A tab that a person has open, as a browser for the `browser_*` tools. What only a whole browser can do is refused. */
export class RemotePageSession extends RemotePage implements BrowserSession {
  #files: string | undefined;
  #isClosed = false;
  #hasBeenRead = false;

  override get alive(): boolean {
    return !this.#isClosed && super.alive;
  }

  async snapshot({ signal, ...options }: SnapshotOptions & { signal: AbortSignal }): Promise<Snapshot> {
    const snapshot = await this.command({ action: 'snapshot', ...options }, { signal });
    this.#hasBeenRead = true;
    return need(readSnapshot, snapshot);
  }

  click({ wait, ...input }: ClickInput): Promise<ActionOutcome> {
    return this.#act({ action: 'click', ...input }, wait);
  }

  hover(selector: string): Promise<ActionOutcome> {
    return this.#act({ action: 'hover', selector });
  }

  async type({ submit, wait, ...input }: TypeInput): Promise<ActionOutcome> {
    const typed = await this.#act({ action: 'type', ...input }, wait);
    if (!submit) return typed;
    const { effects } = await this.press('Enter', input.selector);
    return { acted: typed.acted, effects };
  }

  fill(selector: string, value: string): Promise<ActionOutcome> {
    return this.#act({ action: 'fill', selector, value });
  }

  select(selector: string, options: readonly string[]): Promise<ActionOutcome> {
    return this.#act({ action: 'select', selector, values: options });
  }

  press(key: string, selector?: string): Promise<ActionOutcome> {
    return this.#act({ action: 'press', key, selector });
  }

  async scroll(input: ScrollInput): Promise<Scrolled> {
    return need(readScrolled, await this.command({ action: 'scroll', ...input }));
  }

  async getText(selector: string, format: TextFormat): Promise<string> {
    return String((await this.command({ action: 'getText', selector, format })).text);
  }

  async getAttribute(selector: string, attribute: string): Promise<string | null> {
    const { value } = await this.command({ action: 'getAttribute', selector, attribute });
    return typeof value === 'string' ? value : null;
  }

  async isVisible(selector: string): Promise<boolean> {
    return (await this.command({ action: 'isVisible', selector })).visible === true;
  }

  async waitFor({ loadState, ...input }: WaitInput): Promise<number> {
    if (loadState === 'networkidle') throw new BtcpError('unsupported', 'A page cannot tell when its network is idle.');
    // A page that answers has been loaded.
    const { timeout: _, ...conditions } = input;
    if (loadState !== undefined && Object.values(conditions).every((value) => value === undefined)) return 0;
    return Number((await this.command({ action: 'waitFor', ...input })).elapsed);
  }

  async evaluate(
    script: string,
    { awaitPromise, timeout }: { awaitPromise: boolean; timeout: number },
  ): Promise<string> {
    if (!awaitPromise) throw new BtcpError('unsupported', 'A page always waits for the promises of its scripts.');
    return JSON.stringify((await this.command({ action: 'evaluate', script, timeout })).result);
  }

  async screenshot(input: ScreenshotInput): Promise<{ full: Picture; forModel: Picture }> {
    const { screenshot, format, width, height } = await this.command({ action: 'screenshot', ...input });
    const image = {
      data: String(screenshot),
      mimeType: `image/${format}`,
      width: Number(width),
      height: Number(height),
    };
    return { full: image, forModel: image };
  }

  openTab = refuse('open a tab');
  closeTab = refuse('close the tab');
  resize = refuse('change its size');
  answerDialog = refuse('answer its own dialog');
  consoleLogs = refuse('show its console');
  clearConsoleLogs = refuse('clear its console');
  networkRequests = refuse('show its requests');
  clearNetworkRequests = refuse('clear its requests');
  setOffline = refuse('go offline');
  readImage = refuse('read files');

  async saveFile(name: string, data: string | Uint8Array): Promise<string> {
    this.#files ??= await mkdtemp(join(tmpdir(), 'btcp-page-'));
    const path = join(this.#files, basename(name));
    await writeFile(path, data);
    return path;
  }

  /** Lets go of the page, which stays with the person. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#files) await rm(this.#files, { recursive: true, force: true });
  }

  /** Acts, and tells what came of it. */
  async #act(command: Command, wait?: number): Promise<ActionOutcome> {
    const { selector } = command;
    if (wait !== undefined) await this.command({ action: 'waitFor', selector, state: 'attached', timeout: wait });
    const started = Date.now();
    const options = { timeout: ACTION_TIMEOUT, signal: new AbortController().signal };
    const before = this.connected();
    const { result, hasLeft } = await this.follow(command, options, before);
    // A page may answer first and go then, which shows when it is looked at.
    const look = hasLeft || !this.#hasBeenRead ? undefined : await this.follow(LOOK, options, before);
    const effects: Effects = { waited: Date.now() - started };
    if (hasLeft || look?.hasLeft) effects.navigated = (await this.page()).url;
    else if (look) Object.assign(effects, changesIn(need(readSnapshot, look.result).tree));
    return { acted: readActed(result) ?? { element: String(selector ?? 'the page'), ref: '' }, effects };
  }
}

/** Reads the lines that differ from what was read last. */
const LOOK: Command = { action: 'snapshot', diff: true, header: false };

function changesIn(tree: string): Pick<Effects, 'changes'> {
  return tree === '' || tree.startsWith('[no changes') ? {} : { changes: tree };
}

function refuse(what: string): () => Promise<never> {
  return async () => {
    throw new BtcpError('unsupported', `A page cannot ${what}.`, { hint: 'Use a browser of the system for this.' });
  };
}
