import type { Protocol } from 'puppeteer-core';
import type { Place } from './stack-frames.js';

/** Of the text of a map. */
export const MAX_MAP_LENGTH = 20_000_000;
const MAX_NAME = 300;

type Script = Protocol.Debugger.ScriptParsedEvent;

export type LoadText = (url: string, signal: AbortSignal) => Promise<string | undefined>;

export interface SourceMap {
  /** `src/cart.ts:12:5`. */
  sourceOf(place: Place, script: Script): string | undefined;
}

/** Loads only what is in the script itself, or comes from where the script came from. */
export async function loadMap(
  script: Script,
  load: (url: string) => Promise<string | undefined>,
): Promise<SourceMap | undefined> {
  const address = new URL(script.sourceMapURL ?? '', script.url);
  const text = address.protocol === 'data:' ? inlineText(address.href) : await loadFile(address, script, load);
  if (text === undefined || text.length > MAX_MAP_LENGTH) return undefined;
  const { AnyMap, originalPositionFor } = await import('@jridgewell/trace-mapping');
  // Servers may begin it with a line that keeps other sites from running it.
  const map = new AnyMap(text.replace(/^\)\]\}'[^\n]*\n/, ''));
  return {
    sourceOf({ line, column }, { startLine, startColumn }) {
      const row = line - startLine;
      const offset = column - 1 - (row === 1 ? startColumn : 0);
      if (row < 1 || offset < 0) return undefined;
      const found = originalPositionFor(map, { line: row, column: offset });
      return found.source === null ? undefined : `${nameOf(found.source)}:${found.line}:${found.column + 1}`;
    },
  };
}

async function loadFile(
  address: URL,
  script: Script,
  load: (url: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const isWeb = address.protocol === 'http:' || address.protocol === 'https:';
  return isWeb && address.origin === new URL(script.url).origin ? load(address.href) : undefined;
}

function inlineText(url: string): string | undefined {
  if (url.length > MAX_MAP_LENGTH * 2) return undefined;
  const comma = url.indexOf(',');
  const data = url.slice(comma + 1);
  return url.slice(0, comma).endsWith(';base64')
    ? Buffer.from(data, 'base64').toString('utf8')
    : decodeURIComponent(data);
}

// Bundlers write paths from where the bundle lies.
function nameOf(source: string): string {
  return source
    .replace(/\s/g, ' ')
    .slice(0, MAX_NAME)
    .replace(/^(?:\.{1,2}\/)+/, '');
}
