import { useState } from 'react';
import { Copyable } from '../parts/copyable.tsx';
import { ProblemText } from '../parts/problem-text.tsx';
import { api, type Config, isAdmin, type TokenRequest } from '../state/api.ts';
import { PROVIDER } from '../state/sign-in.ts';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
// The agent's sessions are those of a member with this name.
const NEW_TOKEN: TokenRequest = { name: 'agent', role: 'member', sessions: [], tools: [], hosts: [], days: 0 };

export function OwnAgent() {
  const config = useStore(workspace, (state) => state.config);
  // Viewers call no tools.
  if (!config || config.user?.role === 'viewer') return null;
  // A server elsewhere is reached by its address: its command runs on its own machine.
  const isHere = LOOPBACK.test(location.hostname) && !config.isPublic && !PROVIDER;
  return (
    <section>
      <h2>Already have an agent?</h2>
      {isHere ? <Local start={config.start} /> : <Remote config={config} />}
    </section>
  );
}

function Local({ start: [command, ...args] }: { start: string[] }) {
  return <Configuration server={{ command, args: [...args, 'mcp'] }} />;
}

function Remote({ config }: { config: Config }) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const server = { type: 'http', url: new URL('mcp', document.baseURI).href };
  const withToken = (shown: string) => ({ ...server, headers: { Authorization: `Bearer ${shown}` } });
  if (!config.auth) return <Configuration server={server} />;
  if (PROVIDER)
    return <Configuration server={server} hint={`The client opens a page of ${PROVIDER} to sign you in.`} />;
  if (!isAdmin(config)) return <Configuration server={withToken('TOKEN')} hint="Replace TOKEN with your own token." />;
  if (token) return <Configuration server={withToken(token)} hint="The token is shown only once." />;
  const create = () => api.createToken(NEW_TOKEN).then((made) => setToken(made.token), setProblem);
  return (
    <>
      <p>Claude Code, Cursor and other MCP clients get the same tools. Each needs a token for this server.</p>
      <button type="button" className="button" onClick={create}>
        Create a token and show the configuration
      </button>
      <ProblemText problem={problem} />
    </>
  );
}

function Configuration({ server, hint }: { server: object; hint?: string }) {
  return (
    <>
      <p>Claude Code, Cursor and other MCP clients get the same tools with this configuration. {hint}</p>
      <Copyable text={JSON.stringify({ mcpServers: { btcp: server } }, null, 2)} label="the MCP configuration" />
    </>
  );
}
