import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseViewer } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import type { Workspace } from './workspace.js';

const PATH = /^\/api\/agents\/([^/]+)\/browser\/stream$/;

/** Shows viewers to the host of the agent whose browser they want to see; it decides whether they may come in. */
export function createAgentDoor(workspace: () => Workspace) {
  return {
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const slug = PATH.exec(path)?.[1];
      if (slug === undefined) return false;
      socket.on('error', () => {});
      try {
        const agent = workspace().agent(slug);
        workspace().hostOf(agent).upgrade(request, socket, head, query);
      } catch (thrown) {
        refuseViewer(request, socket, head, BtcpError.from(thrown));
      }
      return true;
    },
  };
}
