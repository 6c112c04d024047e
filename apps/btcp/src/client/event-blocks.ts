import type { IncomingMessage } from 'node:http';

// Servers send a heartbeat every 15 seconds.
const SILENCE_TIMEOUT_MS = 45_000;
const MAX_BLOCK_LENGTH = 32 * 1024 * 1024;

export async function* eventBlocks(response: IncomingMessage): AsyncGenerator<string> {
  response.setTimeout(SILENCE_TIMEOUT_MS, () => response.destroy());
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    if (text.length > MAX_BLOCK_LENGTH) throw new Error('An event of the server has no end.');
    yield* blocks;
  }
}

/** The data of an event; undefined for a heartbeat. */
export function dataIn(block: string): string | undefined {
  return /^data: ?(.*)$/m.exec(block)?.[1];
}
