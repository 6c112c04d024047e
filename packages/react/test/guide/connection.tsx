import { useBTCPClient } from '@btcp/react';
import { useEffect, useState } from 'react';

export function Connection() {
  const { client, status, tools } = useBTCPClient();
  const [problem, setProblem] = useState('');

  useEffect(() => client.on('error', ({ error }) => setProblem(error.message)), [client]);

  if (status !== 'connected') return <p role="status">{`${status} ${problem}`}</p>;
  return <p role="status">An agent can call {tools.map(({ name }) => name).join(', ')}.</p>;
}
