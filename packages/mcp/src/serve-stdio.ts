import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Conversation } from '@btcp/tools';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpOptions } from './create-server.js';

/** How long calls may go on after the client's last word. A client that was killed must not leave a browser running. */
const DRAIN_MS = 5_000;

/** Serves one conversation on this process's standard streams. Resolves when the client has left. */
export async function serveMcpStdio(options: McpOptions, conversation: () => Conversation): Promise<void> {
  const running = new Set<Promise<unknown>>();
  // The transport stops at the end of its input; a client that pipes its calls in still wants their answers.
  const input = new PassThrough();
  process.stdin.pipe(input, { end: false });
  const server = serveStdio(() => createMcpServer({ ...options, running }, conversation), {
    transport: new StdioServerTransport(input),
  });
  await new Promise((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  // Let what was read last reach the server before asking what is under way.
  await delay(0);
  await Promise.race([Promise.allSettled(running), delay(DRAIN_MS, undefined, { ref: false })]);
  await server.close();
}
