import { LinkCodes } from '@btcp/access';
import { LiveLinks, livePageAddress } from '@btcp/host';

const LINK_LIFETIME_MS = 60 * 60_000;

/** Links that let a person who was asked for help drive a session. */
export class LiveInvitations {
  readonly links: LiveLinks;
  readonly codes = new LinkCodes();

  constructor(key?: Buffer) {
    this.links = new LiveLinks(key);
  }

  linkTo(session: string, server: string): string {
    const { token, expires } = this.links.make(session, 'control', LINK_LIFETIME_MS);
    return livePageAddress(server, session, this.codes.make(token, expires));
  }
}
