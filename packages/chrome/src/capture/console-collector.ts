import type { ConsoleEntry, ScriptContext } from '@btcp/tools';
import { describeValue } from 'btcp-browser-agent/page-functions';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { BoundedLog } from './bounded-log.js';
import type { PrintedEntry } from './sources/sources.js';

export interface PendingEntry extends PrintedEntry {
  complete: Promise<void>;
}

const DONE = Promise.resolve();

const MAX_TEXT = 1_000_000;

export async function collectConsole(
  cdp: CDPSession,
  context: ScriptContext,
  log: BoundedLog<PendingEntry>,
): Promise<void> {
  cdp.on('Runtime.consoleAPICalled', ({ type, args, timestamp, stackTrace }) => {
    const texts = args.map(previewText);
    const entry: ConsoleEntry = {
      ...context,
      type,
      ...wordsOf(texts),
      time: timestamp,
      ...placeOf(stackTrace),
    };
    const objects = args.some(({ objectId }) => objectId !== undefined);
    const complete = objects ? completeText(cdp, args, entry) : DONE;
    log.add({ entry, complete, printedBy: printedBy(cdp, stackTrace?.callFrames[0]) });
  });
  cdp.on('Runtime.exceptionThrown', ({ timestamp, exceptionDetails }) => {
    const { exception, text: summary, stackTrace, url, lineNumber } = exceptionDetails;
    const place = url ? { url, line: lineNumber + 1 } : placeOf(stackTrace);
    const text = exception?.description ?? (exception ? `Uncaught ${previewText(exception)}` : summary);
    const entry: ConsoleEntry = { ...context, type: 'error', text, time: timestamp, ...place };
    const thrownAt = url ? exceptionDetails : stackTrace?.callFrames[0];
    log.add({ entry, complete: DONE, printedBy: printedBy(cdp, thrownAt, stackTrace?.callFrames[0]) });
  });
  // Enabling it also reports what was printed before.
  await cdp.send('Runtime.enable');
}

// Replaces previews, which Chrome cuts short, by whole values.
async function completeText(
  cdp: CDPSession,
  args: Protocol.Runtime.RemoteObject[],
  entry: ConsoleEntry,
): Promise<void> {
  const texts = await Promise.all(
    args.map(async (argument) => {
      if (argument.objectId === undefined) return previewText(argument);
      try {
        const { result } = await cdp.send('Runtime.callFunctionOn', {
          objectId: argument.objectId,
          functionDeclaration: describeValue.toString(),
          arguments: [{ objectId: argument.objectId }],
          returnByValue: true,
          silent: true,
        });
        return typeof result.value === 'string' ? result.value : previewText(argument);
      } catch {
        // The document is gone; the preview stays.
        return previewText(argument);
      } finally {
        cdp.send('Runtime.releaseObject', { objectId: argument.objectId }).catch(() => {});
      }
    }),
  );
  Object.assign(entry, wordsOf(texts));
}

function wordsOf(texts: string[]): Pick<ConsoleEntry, 'text' | 'args'> {
  return { text: joinArguments(texts), ...(texts.length > 1 ? { args: texts } : {}) };
}

function joinArguments(texts: string[]): string {
  const [format = '', ...rest] = texts;
  if (rest.length === 0 || !/%[sdifoOc]/.test(format)) return texts.join(' ');
  const filled = format.replace(/%([sdifoOc%])/g, (match, kind: string) => {
    if (kind === '%') return '%';
    const value = rest.shift();
    if (kind === 'c') return '';
    return value ?? match;
  });
  return [filled, ...rest].join(' ');
}

function previewText({
  type,
  value,
  unserializableValue,
  description,
  preview,
  subtype,
}: Protocol.Runtime.RemoteObject): string {
  if (unserializableValue !== undefined) return unserializableValue;
  if (type === 'string') return cut(String(value));
  if (type === 'undefined') return 'undefined';
  if (preview) {
    const isArray = subtype === 'array';
    const items = preview.properties.map((property) =>
      isArray ? property.value : `${property.name}: ${property.value}`,
    );
    if (preview.overflow) items.push('…');
    return isArray ? `[${items.join(', ')}]` : `{${items.join(', ')}}`;
  }
  return description ?? String(value);
}

function placeOf(stack: Protocol.Runtime.StackTrace | undefined): { url?: string; line?: number } {
  const frame = stack?.callFrames[0];
  return frame?.url ? { url: frame.url, line: frame.lineNumber + 1 } : {};
}

interface CallPlace {
  scriptId?: string | undefined;
  columnNumber: number;
}

function printedBy(cdp: CDPSession, place: CallPlace | undefined, caller = place): PendingEntry['printedBy'] {
  const scriptId = place?.scriptId ?? caller?.scriptId;
  return place && scriptId !== undefined ? { cdp, scriptId, column: place.columnNumber + 1 } : undefined;
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
