import { type CodeRecord, LinkCodes } from '@btcp/access';
import { type LinkRecord, LiveLinks, livePageAddress } from '@btcp/host';
import type { SharedAccess } from '../fleet/fleet-member.js';

const LINK_LIFETIME_MS = 60 * 60_000;

export class LiveInvitations {
  readonly links: LiveLinks;
  readonly codes: LinkCodes;

  constructor(shared?: SharedAccess) {
    this.links = linksOf(shared);
    this.codes = new LinkCodes(shared?.records<CodeRecord>('link-code'));
  }

  async linkTo(session: string, server: string): Promise<string> {
    const { token, expires } = await this.links.make(session, 'control', LINK_LIFETIME_MS);
    return livePageAddress(server, session, await this.codes.make(token, expires));
  }
}

/** Links of this server, or those that every gateway of a fleet knows. */
export function linksOf(shared: SharedAccess | undefined, scope?: string): LiveLinks {
  return new LiveLinks({ key: shared?.linkKey, records: shared?.records<LinkRecord>('link'), scope });
}
