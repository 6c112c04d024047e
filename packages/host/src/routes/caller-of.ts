import type { Caller } from '@btcp/protocol';

// Programs that want to be listed by a name of their own send it here.
const CLIENT_HEADER = 'btcp-client';
const COMMAND = /^btcp-cli\b/;

/** Who sends a request, as far as its headers say; `owner` is the person whose token it has. */
export function callerOf(headers: Headers, owner?: string): Caller {
  return { ...programOf(headers), ...(owner === undefined ? {} : { owner }) };
}

function programOf(headers: Headers): Caller {
  const named = headers.get(CLIENT_HEADER)?.trim();
  if (named) return { kind: 'http', name: named };
  const agent = headers.get('user-agent') ?? '';
  if (COMMAND.test(agent)) return { kind: 'command', name: 'btcp' };
  if (/\bai-sdk\b|^ai\//.test(agent)) return { kind: 'http', name: 'AI SDK' };
  if (agent.startsWith('Mozilla/')) return { kind: 'http', name: 'A web page' };
  const [product = ''] = agent.split(/[/\s;(]/);
  return { kind: 'http', name: product === '' || product === 'node' ? 'A program' : product };
}
