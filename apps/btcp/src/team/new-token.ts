import { parseHostPattern } from '@btcp/chrome';
import { BtcpError } from '@btcp/protocol';
import { toolsInScope } from '@btcp/tools';
import { isPersonName, type NamedToken, type TokenScope } from '../system/named-tokens.js';

const DAY_MS = 24 * 60 * 60_000;

export interface TokenRequest {
  name: string;
  role: NamedToken['role'];
  sessions: string[];
  tools: string[];
  hosts: string[];
  days: number;
}

export function tokenFrom({
  name,
  role,
  sessions,
  tools,
  hosts,
  days,
}: TokenRequest): Omit<NamedToken, 'id' | 'created'> {
  if (!isPersonName(name)) {
    throw invalid(
      `"${name}" cannot be the name of a person here.`,
      'Use letters, digits and . _ -, or an e-mail address; at most 100 characters.',
    );
  }
  if (role === 'viewer' && sessions.length === 0) {
    throw invalid('A viewer sees nothing without sessions.', 'Name what they may watch: --sessions ann~shop.');
  }
  if (role !== 'member' && (tools.length > 0 || hosts.length > 0 || (role === 'admin' && sessions.length > 0))) {
    throw invalid(`A token of role ${role} cannot be limited.`, 'Leave the limits out, or give --role member.');
  }
  toolsInScope(tools);
  hosts.forEach(parseHostPattern);
  const scope: TokenScope = {
    ...(tools.length > 0 ? { tools } : {}),
    ...(hosts.length > 0 ? { hosts } : {}),
    ...(role === 'member' && sessions.length > 0 ? { sessions } : {}),
  };
  return {
    name,
    role,
    sessions: role === 'viewer' ? sessions : [],
    ...(Object.keys(scope).length > 0 ? { scope } : {}),
    ...(days === 0 ? {} : { expires: Date.now() + days * DAY_MS }),
  };
}

function invalid(message: string, hint: string): BtcpError {
  return new BtcpError('invalid_input', message, { hint });
}
