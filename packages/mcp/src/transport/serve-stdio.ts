import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Conversation } from '@btcp/tools';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpOptions } from '../server/create-server.js';
import { DirectCalls } from './direct-calls.js';
import { DrainingTransport } from './draining-transport.js';
import { divideLines } from './lines.js';

// Limited, because a killed client must not leave a browser running.
const DRAIN_MS = 4_000;
const DRAIN_STEP_MS = 100;

/** Serves one conversation on this process's standard streams, and resolves when the client has left. */
export async function serveMcpStdio(options: McpOptions, conversation: () => Conversation): Promise<void> {
  await serveMcpStreams(process.stdin, process.stdout, options, conversation);
}

/** Serves one conversation to a client that writes to `from` and reads `to`, and resolves when it has left. */
export async function serveMcpStreams(
  from: Readable,
  to: Writable,
  options: McpOptions,
  conversation: () => Conversation,
): Promise<void> {
  const { tools, structured } = options;
  const direct = new DirectCalls({ tools, structured, conversation, write: (line) => to.write(line) });
  // The transport stops at the end of its input, but a client that pipes calls in wants their responses.
  const input = new PassThrough();
  divideLines(from, input, (line) => direct.take(line));
  // A socket is paused until it is known what it is for.
  from.resume();
  const transport = new DrainingTransport(new StdioServerTransport(input, to));
  const server = serveStdio(() => createMcpServer(options, conversation), { transport });
  await Promise.race([once(from, 'end'), once(from, 'close')]);
  const drained = Promise.all([transport.drained(), direct.drained()]);
  await Promise.race([drained, drainLimit()]);
  direct.close();
  await server.close();
}

// In steps, so that the time in which this process stands still does not count.
async function drainLimit(): Promise<void> {
  for (let waited = 0; waited < DRAIN_MS; waited += DRAIN_STEP_MS)
    await delay(DRAIN_STEP_MS, undefined, { ref: false });
}
