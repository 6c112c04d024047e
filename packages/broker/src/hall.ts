import type { AccessRules } from '@btcp/access';
import type { Principal } from './access.js';
import type { Directory } from './directory.js';
import type { Limits } from './limits.js';
import type { Link } from './link.js';
import type { Member } from './member.js';
import type { Router } from './router.js';

/** What the doors share: who is here, and how members come and go. */
export interface Hall {
  directory: Directory;
  router: Router;
  limits: Limits;
  rules: AccessRules<Principal>;
  /** All that is open, for the heartbeat and the limit. */
  links: Set<Link>;
  /** Its link is gone: for good, or it may come back for a while. */
  depart(member: Member, isFinal: boolean): void;
  remove(member: Member, reason: string): void;
}
