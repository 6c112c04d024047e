import { BtcpError, type FindAnswer, type ParametersOf } from '@btcp/protocol';
import type { Traces } from '../heirs/traces.js';
import type { RefTable } from '../refs/refs.js';
import { isSearch } from '../tree/find.js';
import type { PossibleShadowHosts } from '../tree/possible-shadow-hosts.js';
import { withoutIndent } from './line.js';
import { renderDocument } from './take-snapshot.js';

const DEFAULT_LIMIT = 20;

export function findElements(
  document: Document,
  table: RefTable,
  { limit = DEFAULT_LIMIT, ...wanted }: ParametersOf<'find'>,
  traces?: Traces,
  shadowHosts?: PossibleShadowHosts,
): FindAnswer {
  if (!isSearch(wanted)) {
    throw new BtcpError('invalid_input', 'There is nothing to find.', { hint: 'Give text, role or name.' });
  }
  const { body } = renderDocument(document, table, wanted, traces, shadowHosts);
  const matches: FindAnswer['matches'] = [];
  const frames: FindAnswer['frames'] = [];
  for (const line of body) {
    if (line.ref === undefined) continue;
    const ref = `@${line.ref}`;
    if (line.isFrame) frames.push({ ref, at: matches.length });
    // An iframe is listed only where its content belongs, unless the search asks for iframes.
    if (line.role === 'iframe' && wanted.role !== 'iframe') continue;
    matches.push({ role: line.role, name: line.name, ref, line: withoutIndent(line) });
  }
  return { matches: matches.slice(0, limit), more: Math.max(0, matches.length - limit), frames };
}
