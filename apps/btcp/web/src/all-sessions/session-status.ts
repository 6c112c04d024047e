import type { ListedSession } from '../../../src/contract/types.ts';

export interface SessionStatus {
  state: 'waiting' | 'person' | 'running' | 'idle' | 'ended';
  words: string;
}

export function statusOf({ request, driver, hasBrowser, isWorking, isPrivate }: ListedSession): SessionStatus {
  if (driver.kind === 'person') {
    const words = `${driver.name ?? 'A person'} is driving${isPrivate ? ' in private' : ''}`;
    return { state: 'person', words };
  }
  if (request !== null) return { state: 'waiting', words: 'Waiting for you' };
  if (!hasBrowser) return { state: 'ended', words: 'Closed' };
  return isWorking ? { state: 'running', words: 'Working' } : { state: 'idle', words: 'Idle' };
}

const ORDER: Record<SessionStatus['state'], number> = { waiting: 0, person: 1, running: 2, idle: 2, ended: 3 };

/** Those that need a person first, then by age: cards must not jump with every call. */
export function inOrder(sessions: readonly ListedSession[]): ListedSession[] {
  return sessions.toSorted(
    (one, other) => ORDER[statusOf(one).state] - ORDER[statusOf(other).state] || other.since - one.since,
  );
}
