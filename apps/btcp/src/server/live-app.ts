import { readFile } from 'node:fs/promises';
import type { LinkCodes } from '@btcp/access';
import {
  type LiveEndpoint,
  type LiveLinks,
  liveOf,
  makeTicket,
  PolledViewers,
  readTicket,
  streamAddress,
} from '@btcp/host';
import type { LiveApp } from '@btcp/mcp';

const PAGE = new URL('../../web/dist/chat.html', import.meta.url);

export interface LiveAppOptions {
  opensWith: LiveApp['opensWith'];
  live: LiveEndpoint;
  links: LiveLinks;
  /** Those that `live` takes from pages of any origin. */
  tickets: LinkCodes;
  /** Where people reach the server; it starts where it has to. */
  address(): string | Promise<string>;
  lastPicture?(session: string): Promise<{ data: Buffer; mimeType: string } | undefined>;
}

/** The live view inside the chat. The page has no token: anyone who may call the tools of the session gets tickets. */
export function createLiveApp(options: LiveAppOptions): LiveApp {
  const { opensWith, live, links, tickets, address, lastPicture } = options;
  const viewers = new PolledViewers(live);
  return {
    opensWith,
    page: () => readFile(PAGE, 'utf8'),
    streamOrigins: async () => [new URL(streamAddress(await address(), '')).origin],
    async ticket(conversation, { hasPicture }) {
      const last = hasPicture === true ? undefined : await lastPicture?.(conversation.id);
      if (last) return { picture: `data:${last.mimeType};base64,${last.data.toString('base64')}` };
      liveOf(conversation);
      const asked = readTicket({ role: 'control' });
      const { token } = await links.make(conversation.id, asked.role, asked.viewFor);
      const { ticket } = await makeTicket(tickets, token, asked);
      return { stream: streamAddress(await address(), conversation.id), ticket };
    },
    poll: (conversation, input, signal) => viewers.poll(conversation.id, input, signal),
    send: async (conversation, input) => ({ isOpen: viewers.send(conversation.id, input) }),
  };
}
