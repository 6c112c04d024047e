import type { WorkspaceEvent } from '../../../src/contract/types.ts';
import { checkAccess, setSessions, workspace } from './workspace.ts';

const RETRY_AFTER = 1500;

const EVENTS = ['agents', 'sessions', 'model', 'connected'] as const satisfies WorkspaceEvent['type'][];

export function hearWorkspace(source: EventSource): void {
  for (const type of EVENTS) source.addEventListener(type, ({ data }) => take({ ...JSON.parse(data), type }));
}

export function followWorkspace(): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function connect() {
    source = new EventSource('/api/events');
    hearWorkspace(source);
    // EventSource reconnects after a lost connection, but not after a refused one.
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      void checkAccess();
      timer = setTimeout(connect, RETRY_AFTER);
    };
  }
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

function take(event: WorkspaceEvent): void {
  const { config } = workspace.get();
  if (event.type === 'agents') workspace.update({ agents: event.agents });
  else if (event.type === 'sessions') setSessions(event.agent, event.sessions);
  else if (event.type === 'connected') workspace.update({ connected: event.connected });
  else if (config) workspace.update({ config: { ...config, model: event.model } });
}
