import type { ToolChoice } from '@btcp/tools';
import { listOf, type Settings } from './settings.js';

/** One word without `_` is a set; others are tool names. */
export function toolChoice({ tools, allow, deny }: Settings): ToolChoice {
  const wanted = listOf(tools);
  const set = wanted.length === 1 && !wanted[0]?.includes('_') ? wanted[0] : wanted;
  return {
    ...(wanted.length > 0 ? { set } : {}),
    allow: listOf(allow),
    deny: listOf(deny),
  };
}
