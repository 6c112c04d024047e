import { createHmac, randomUUID } from 'node:crypto';
import { sameSecret } from '@btcp/access';

/** Makes the id of a session of MCP (2025), from which every gateway sees whose it is. */
export function makeMcpSession(key: Buffer, person: string | undefined): string {
  const id = randomUUID();
  return person === undefined ? id : `${id}.${sign(key, id, person)}`;
}

export function isMcpSessionOf(key: Buffer, session: string, person: string): boolean {
  const [id = '', signature = ''] = session.split('.');
  return sameSecret(signature, sign(key, id, person));
}

function sign(key: Buffer, id: string, person: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([id, person]))
    .digest('base64url');
}
