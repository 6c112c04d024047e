import type { ToolChoice } from '@btcp/tools';
import { listOf, type Settings } from '../settings/settings.js';

/** What was asked for; a set of one word is a set, several words are tools. */
export function toolChoice({ tools, allow, deny }: Settings): ToolChoice {
  const wanted = listOf(tools);
  const set = wanted.length === 1 && !wanted[0]?.includes('_') ? wanted[0] : wanted;
  return {
    ...(wanted.length > 0 ? { set } : {}),
    allow: listOf(allow),
    deny: listOf(deny),
  };
}
