import { useEffect, useState } from 'react';
import type { History, HistoryDetails } from '../../../src/contract/history.ts';
import { sessionPath } from '../state/api.ts';
import { ownFetch } from '../state/sign-in.ts';
import type { HistorySource } from './history-source.ts';

export const historyPath = (agent: string, session: string) => `${sessionPath(agent, session)}/history`;

/** `source` is null until it is known, and where nothing is kept, which `isMissing` reports. */
export function useServerHistory(agent: string, session: string): { source: HistorySource | null; isMissing: boolean } {
  const [source, setSource] = useState<HistorySource | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const path = historyPath(agent, session);
    read<History>(path, ending.signal).then(
      (history) => {
        setSource(history.steps.length > 0 ? sourceAt(path, history) : null);
        setMissing(history.steps.length === 0);
      },
      () => setMissing(!ending.signal.aborted),
    );
    return () => ending.abort();
  }, [agent, session]);
  return { source, isMissing };
}

function sourceAt(path: string, history: History): HistorySource {
  return {
    history,
    details: (step) => read<HistoryDetails>(`${path}/${step}`),
    async picture(step) {
      const response = await ownFetch(`${path}/${step}/picture`);
      return response.status === 200 ? URL.createObjectURL(await response.blob()) : undefined;
    },
  };
}

async function read<Body>(path: string, signal?: AbortSignal): Promise<Body> {
  const response = await ownFetch(path, signal ? { signal } : {});
  if (!response.ok) throw new Error('The history cannot be read.');
  return response.json();
}
