import { createHash } from 'node:crypto';

/** Which session a history is of; sessions of agents of the workspace have the agent's name. */
export interface HistoryKey {
  agent?: string | undefined;
  id: string;
}

/** Callers choose ids, which may not be valid file names. */
export function folderOf({ agent = '', id }: HistoryKey): string {
  return createHash('sha256').update(`${agent}\0${id}`).digest('hex').slice(0, 32);
}
