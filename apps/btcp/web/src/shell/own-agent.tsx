import { Copyable } from '../parts/copyable.tsx';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';

/** How an agent elsewhere gets a browser that is shown here. */
export function OwnAgent() {
  const start = useStore(workspace, ({ config }) => config?.start);
  // A server elsewhere is reached by its address: its command runs on its own machine.
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
  const [command, ...args] = start ?? [];
  const headers = { Authorization: 'Bearer TOKEN' };
  const server =
    isHere && command
      ? { command, args: [...args, 'mcp'] }
      : { type: 'http', url: new URL('mcp', document.baseURI).href, headers };
  return (
    <section>
      <h2>Already have an agent?</h2>
      <p>
        Claude Code, Cursor and other MCP clients get the same tools with this configuration.
        {!isHere && ' Replace TOKEN with your token for this server.'}
      </p>
      <Copyable text={JSON.stringify({ mcpServers: { btcp: server } }, null, 2)} label="the MCP configuration" />
    </section>
  );
}
