import { useToolResult } from '@btcp/react';

export function Activity() {
  const { lastCall, lastResult } = useToolResult('place_order');
  if (!lastCall) return null;
  return (
    <p>
      The agent asked for <code>{JSON.stringify(lastCall.params)}</code>. The last order that went through:{' '}
      <code>{JSON.stringify(lastResult)}</code>.
    </p>
  );
}
