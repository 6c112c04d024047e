import { NO_ACTIVITY, type ToolActivity } from '@btcp/client/bindings';
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from './btcp-context.js';

/** The last call of one tool, and its last result. */
export type ToolResult = ToolActivity;

/** Returns the last call of a tool, and its last result. */
export function useToolResult(toolName: string): ToolResult {
  const store = useStore('useToolResult');
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe((part) => part === 'activity' && notify()),
    [store],
  );
  return useSyncExternalStore(
    subscribe,
    () => store.getSnapshot().activity.get(toolName) ?? NO_ACTIVITY,
    () => NO_ACTIVITY,
  );
}
