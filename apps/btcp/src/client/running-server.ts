import { readServerState, type ServerState } from '../system/state-file.js';
import { isServing } from './server-client.js';

export async function runningServer(): Promise<ServerState | undefined> {
  const state = readServerState();
  if (!state) return undefined;
  // Without a start time, another process may have the pid by now.
  return state.startedAt !== undefined || (await isServing(state)) ? state : undefined;
}
