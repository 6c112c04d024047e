import { useTool } from '@btcp/react';
import { useState } from 'react';

interface OrderProps {
  isSignedIn: boolean;
  save: (count: number, signal: AbortSignal) => Promise<{ number: string }>;
}

export function Order({ isSignedIn, save }: OrderProps) {
  const [count, setCount] = useState(1);

  useTool({ name: 'read_order', description: 'Reads the order.', handler: () => ({ count, isSignedIn }) });

  useTool({
    name: 'place_order',
    description: 'Places the order, and gives its number.',
    inputSchema: {
      type: 'object',
      properties: { count: { type: 'integer', minimum: 1, maximum: 9 } },
      required: ['count'],
    },
    timeout: 10_000,
    handler: async ({ count: wanted }, { signal }) => {
      if (!isSignedIn) throw new Error('Nobody is signed in: ask the person to sign in, then call again.');
      setCount(wanted);
      return save(wanted, signal);
    },
  });

  return <output>{count} in the basket</output>;
}
