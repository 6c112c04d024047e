import { setMaxListeners } from 'node:events';
import { within } from '@btcp/protocol';
import type { ConsoleEntry } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { LiveScripts } from './live-scripts.js';
import { type LoadText, loadMap, type SourceMap } from './source-map.js';
import { hasStack, type Place, replacePlaces } from './stack-frames.js';

const RESOLVE_MS = 8_000;
// For entries whose maps are there when a slow one is given up.
const GRACE_MS = 500;
// A page that is busy does not name its scripts.
const SCRIPTS_MS = 4_000;
const MAX_MAPS = 16;
const WITH_STACKS = new Set(['error', 'warning', 'assert', 'trace']);

/** An entry, whose script called the console or threw, and in which column, counted from 1. */
export interface PrintedEntry {
  entry: ConsoleEntry;
  printedBy?: { cdp: CDPSession; scriptId: string; column: number } | undefined;
}

/** Names places in the sources of bundled scripts, by their source maps, for documents that are still open. */
export class Sources {
  // By session and script: a script that is loaded again has another id.
  readonly #maps = new Map<string, Promise<SourceMap | undefined>>();
  #last: Promise<unknown> = Promise.resolve();

  /** Entries whose map is missing, broken, too large or too slow stay as they are. */
  async locate(pending: readonly PrintedEntry[], load: LoadText): Promise<ConsoleEntry[]> {
    const raw = pending.map(({ entry }) => entry);
    if (!pending.some(isWorthIt)) return raw;
    const signal = AbortSignal.timeout(RESOLVE_MS);
    // Each map that is loading listens.
    setMaxListeners(0, signal);
    // One by one: two readings would turn the debugger off for each other.
    const turn = this.#last.then(() => this.#locate(pending, (url) => load(url, signal)));
    this.#last = turn.catch(() => {});
    return within(
      turn.catch(() => raw),
      RESOLVE_MS + GRACE_MS,
      () => raw,
    );
  }

  async #locate(
    pending: readonly PrintedEntry[],
    load: (url: string) => Promise<string | undefined>,
  ): Promise<ConsoleEntry[]> {
    const scriptsOf = new Map<CDPSession, Promise<LiveScripts | undefined>>();
    const scriptsIn = (cdp: CDPSession) => {
      const reading = () => LiveScripts.read(cdp).catch(() => undefined);
      const scripts = scriptsOf.get(cdp) ?? within(reading(), SCRIPTS_MS, () => undefined);
      scriptsOf.set(cdp, scripts);
      return scripts;
    };
    const locateEntry = async (each: PrintedEntry): Promise<ConsoleEntry> => {
      const { entry, printedBy } = each;
      if (!printedBy || !isWorthIt(each)) return entry;
      const scripts = await scriptsIn(printedBy.cdp);
      // The document is gone, and another one may have other code at the same address.
      if (!scripts?.has(printedBy.scriptId)) return entry;
      return located(entry, printedBy.column, async (place) => {
        const script = scripts.at(place.url, place.line - 1);
        if (!script) return undefined;
        const map = await this.#mapOf(printedBy.cdp, script, load);
        return map?.sourceOf(place, script);
      });
    };
    return Promise.all(pending.map((each) => locateEntry(each).catch(() => each.entry)));
  }

  #mapOf(
    cdp: CDPSession,
    script: Protocol.Debugger.ScriptParsedEvent,
    load: (url: string) => Promise<string | undefined>,
  ): Promise<SourceMap | undefined> {
    const key = `${cdp.id()} ${script.scriptId}`;
    const map = this.#maps.get(key) ?? loadMap(script, load).catch(() => undefined);
    this.#maps.set(key, map);
    const [oldest] = this.#maps.keys();
    if (this.#maps.size > MAX_MAPS && oldest !== undefined) this.#maps.delete(oldest);
    return map;
  }
}

function isWorthIt({ entry: { type, text }, printedBy }: PrintedEntry): boolean {
  return printedBy !== undefined && !printedBy.cdp.detached && (WITH_STACKS.has(type) || hasStack(text));
}

async function located(
  entry: ConsoleEntry,
  column: number,
  sourceOf: (place: Place) => Promise<string | undefined>,
): Promise<ConsoleEntry> {
  const { text, args, url, line } = entry;
  const source = url !== undefined && line !== undefined ? await sourceOf({ url, line, column }) : undefined;
  return {
    ...entry,
    text: await replacePlaces(text, sourceOf),
    ...(args ? { args: await Promise.all(args.map((argument) => replacePlaces(argument, sourceOf))) } : {}),
    ...(source === undefined ? {} : { source }),
  };
}
