import type { ListedSession, WorkspaceEvent } from '../../../src/contract/types.ts';
import { EventStream } from './event-stream.ts';
import { checkAccess, setSessions, workspace } from './workspace.ts';

const RETRY_AFTER = 1500;

const EVENTS = [
  'agents',
  'sessions',
  'model',
  'connected',
  'live',
  'live_session',
  'live_gone',
] as const satisfies WorkspaceEvent['type'][];

export function hearWorkspace(source: EventStream): void {
  for (const type of EVENTS) source.addEventListener(type, ({ data }) => take({ ...JSON.parse(data), type }));
}

export function followWorkspace(): () => void {
  let source: EventStream;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function connect() {
    source = new EventStream('/api/events');
    hearWorkspace(source);
    source.onerror = () => {
      if (!source.isRefused) return;
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
  const { config, live } = workspace.get();
  if (event.type === 'agents') workspace.update({ agents: event.agents });
  else if (event.type === 'sessions') setSessions(event.agent, event.sessions);
  else if (event.type === 'connected') workspace.update({ connected: event.connected });
  else if (event.type === 'live') workspace.update({ live: event.sessions });
  else if (event.type === 'live_session') workspace.update({ live: withSession(live, event.session) });
  else if (event.type === 'live_gone') workspace.update({ live: live.filter(({ id }) => id !== event.id) });
  else if (config) workspace.update({ config: { ...config, model: event.model } });
}

function withSession(live: readonly ListedSession[], session: ListedSession): readonly ListedSession[] {
  const at = live.findIndex(({ id }) => id === session.id);
  return at < 0 ? [session, ...live] : live.with(at, session);
}
