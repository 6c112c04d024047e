import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AccessOptions, admitViewer, LiveLinks, refuseViewer } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import type { Workspace } from '../workspace/workspace.js';

const PATH = /^\/api\/agents\/([^/]+)\/browser\/stream$/;
const NO_LINKS = new LiveLinks();

export interface AgentStreamOptions {
  access: AccessOptions;
  workspace(): Promise<Workspace>;
  opened(): Workspace | undefined;
}

/** The agent's host decides which viewers it admits. Strangers learn nothing, not even which agents there are. */
export function createAgentStream(options: AgentStreamOptions) {
  return {
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const slug = PATH.exec(path)?.[1];
      if (slug === undefined) return false;
      socket.on('error', () => {});
      hostFor(request, slug, options).then(
        (host) => host.upgrade(request, socket, head, query),
        (thrown) => refuseViewer(request, socket, head, BtcpError.from(thrown)),
      );
      return true;
    },
  };
}

async function hostFor(request: IncomingMessage, slug: string, { access, workspace, opened }: AgentStreamOptions) {
  // A ticket works once, and the agent's host takes it.
  const withoutTickets = { ...access, tickets: undefined };
  const admission = admitViewer(request, new URLSearchParams(), { access: withoutTickets, links: NO_LINKS });
  const refusal = await admission.then(
    () => undefined,
    (thrown) => BtcpError.from(thrown),
  );
  if (!refusal) {
    const { hosts, agents } = await workspace();
    return hosts.of(await agents.get(slug));
  }
  // A link of the agent is the only other way in, and its host knows which there are.
  const space = opened();
  const agent = refusal.code === 'unauthorized' ? await space?.store.agents.get(slug) : undefined;
  if (!space || !agent) throw refusal;
  return space.hosts.of(agent);
}
