import type { ListedSession } from '@btcp/protocol';
import type { NamedToken } from '../system/named-tokens.js';

type Person = Pick<NamedToken, 'name' | 'role'> & Partial<Pick<NamedToken, 'sessions'>>;

export type OutsideSession = Pick<ListedSession, 'id' | 'agent' | 'caller'>;

/** Whether somebody of the team may see a session that began outside of the workspace: their own, or one shared by their token. */
export function mayListOutside({ name, role, sessions = [] }: Person, session: OutsideSession): boolean {
  if (session.agent !== undefined) return false;
  return session.caller.owner === name || (role === 'viewer' && sessions.includes(session.id));
}
