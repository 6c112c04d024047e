import type { Conversation } from '@btcp/tools';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpOptions } from './create-server.js';

/** Serves one conversation on this process's standard streams. Resolves when the client has left. */
export async function serveMcpStdio(options: McpOptions, conversation: () => Conversation): Promise<void> {
  const transport = new StdioServerTransport();
  serveStdio(() => createMcpServer(options, conversation), { transport });
  await new Promise((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
}
