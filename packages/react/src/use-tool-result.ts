import { NO_ACTIVITY, type ToolActivity } from '@btcp/client/bindings';
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from './btcp-context.js';

/** What agents last did with one tool. */
export type ToolResult = ToolActivity;

/** The last call of a tool and the last result of it. */
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
