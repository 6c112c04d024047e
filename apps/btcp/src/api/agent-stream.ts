import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseViewer } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import type { Workspace } from '../workspace/workspace.js';

const PATH = /^\/api\/agents\/([^/]+)\/browser\/stream$/;

/** The agent's host decides which viewers it admits. */
export function createAgentStream(workspace: () => Workspace) {
  return {
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const slug = PATH.exec(path)?.[1];
      if (slug === undefined) return false;
      socket.on('error', () => {});
      try {
        const { agents, hosts } = workspace();
        hosts.of(agents.get(slug)).upgrade(request, socket, head, query);
      } catch (thrown) {
        refuseViewer(request, socket, head, BtcpError.from(thrown));
      }
      return true;
    },
  };
}
