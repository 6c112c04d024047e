import { createHash } from 'node:crypto';
import type { HostScope } from '@btcp/chrome';
import { BtcpError } from '@btcp/protocol';
import type { NamedToken } from '../system/named-tokens.js';

/** What limits a token, in words: `tools: safe; hosts: *.example.com`; empty for one without limits. */
export function scopeText({ scope = {} }: NamedToken): string {
  return Object.entries(scope)
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
    .join('; ');
}

export function assertInScope(caller: NamedToken, session: string): void {
  const { sessions } = caller.scope ?? {};
  if (!sessions || sessions.some((pattern) => fits(pattern, session))) return;
  throw new BtcpError('denied', `Session "${session}" is outside the scope of this token (${scopeText(caller)}).`, {
    hint: `Use a session of the scope, or ask an admin for a token with --sessions ${session}.`,
  });
}

export function outsideTools(caller: NamedToken, tool: string): BtcpError {
  return new BtcpError('denied', `${tool} is outside the scope of this token (${scopeText(caller)}).`, {
    hint: `Work without it, or ask an admin for a token with --only-tools that has ${tool}.`,
  });
}

export function hostScope(caller: NamedToken): HostScope | undefined {
  const { hosts } = caller.scope ?? {};
  if (!hosts) return undefined;
  return {
    allow: hosts,
    of: `the scope of the token (${scopeText(caller)})`,
    hint: 'Use a host of the scope, or ask an admin for a token with --only-hosts that has this one.',
  };
}

/** Tokens that may reach the same hosts share sessions: a browser never serves a token that may reach fewer. */
export function hostsKey({ scope: { hosts } = {} }: NamedToken): string {
  if (!hosts) return '';
  return `+${createHash('sha256')
    .update([...hosts].sort().join())
    .digest('hex')
    .slice(0, 8)}`;
}

function fits(pattern: string, session: string): boolean {
  return pattern.endsWith('*') ? session.startsWith(pattern.slice(0, -1)) : session === pattern;
}
