import { useToolResult } from '@btcp/react';

export function Activity() {
  const { lastCall, lastResult } = useToolResult('place_order');
  if (!lastCall) return null;
  return (
    <p>
      The agent ordered <code>{JSON.stringify(lastCall.params)}</code> and was told{' '}
      <code>{JSON.stringify(lastResult)}</code>.
    </p>
  );
}
