import { useEffect } from 'react';
import { AllSessions } from './all-sessions/all-sessions.tsx';
import { ConnectedPage } from './connected/connected-page.tsx';
import { AgentDialog } from './dialogs/agent-dialog.tsx';
import { CommandPalette } from './dialogs/command-palette.tsx';
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx';
import { FleetDialog } from './dialogs/fleet-dialog.tsx';
import { LinkDialog } from './dialogs/link-dialog.tsx';
import { SettingsDialog } from './dialogs/settings-dialog.tsx';
import { TokensDialog } from './dialogs/tokens-dialog.tsx';
import { Login } from './login.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { SessionView } from './session-view.tsx';
import { Notices } from './shell/notices.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { layout } from './state/layout.ts';
import { route } from './state/route.ts';
import { useStore } from './state/store.ts';
import { workspace } from './state/workspace.ts';
import { followWorkspace } from './state/workspace-stream.ts';
import { Welcome } from './welcome.tsx';

export function App() {
  const phase = useStore(workspace, (value) => value.phase);
  if (phase === 'login') return <Login />;
  if (phase === 'ready') return <Workspace />;
  if (phase === 'loading') return <Loading />;
  return <Unavailable />;
}

function Unavailable() {
  const problem = useStore(workspace, (value) => value.problem);
  return (
    <main className="centered" aria-busy="true">
      <div className="unavailable" role="status">
        <h1>{problem?.message ?? 'The workspace cannot be shown.'}</h1>
        <p className="muted">{problem?.hint} Trying again…</p>
      </div>
    </main>
  );
}

function Loading() {
  return (
    <main className="workspace" aria-busy="true">
      <div className="sidebar">
        <header>
          <h1 className="wordmark">BTCP</h1>
        </header>
        <div role="status" aria-label="Loading">
          <div className="skeleton short" />
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
      </div>
    </main>
  );
}

function Workspace() {
  const { isSidebarOpen, dialog, agent } = useStore(layout, (value) => value);
  useShortcuts();
  return (
    <div className="workspace" data-sidebar={isSidebarOpen ? 'open' : 'closed'}>
      <button type="button" className="skip-link" onClick={skipToMain}>
        Skip to the content
      </button>
      <Sidebar />
      <button
        type="button"
        className="scrim"
        aria-label="Close the list of agents"
        tabIndex={isSidebarOpen ? 0 : -1}
        onClick={() => layout.update({ isSidebarOpen: false })}
      />
      <ErrorBoundary>
        <Main />
      </ErrorBoundary>
      {dialog === 'settings' && <SettingsDialog onClose={() => layout.update({ dialog: null })} />}
      {dialog === 'commands' && <CommandPalette onClose={() => layout.update({ dialog: null })} />}
      {dialog === 'fleet' && <FleetDialog onClose={() => layout.update({ dialog: null })} />}
      {dialog === 'tokens' && <TokensDialog onClose={() => layout.update({ dialog: null })} />}
      {agent !== null && <AgentDialog slug={agent} onClose={() => layout.update({ agent: null })} />}
      <LinkDialog />
      <ConfirmDialog />
      <Notices />
    </div>
  );
}

// Where one types, or else the view itself.
function skipToMain() {
  const view = document.querySelector<HTMLElement>('main');
  const field = view?.querySelector<HTMLElement>('.composer textarea') ?? view;
  if (field === view) view?.setAttribute('tabindex', '-1');
  field?.focus();
}

function Main() {
  const place = useStore(route, (value) => value.place);
  const hasAgents = useStore(workspace, ({ agents }) => agents.length > 0);
  useEffect(() => route.subscribe(() => layout.update({ isSidebarOpen: false })), []);
  const isSession = place.kind === 'session' && (place.agent === '' || hasAgents);
  // A session's stream includes the workspace events.
  useEffect(() => (isSession ? undefined : followWorkspace()), [isSession]);
  if (isSession) {
    return <SessionView key={`${place.agent}/${place.session}`} agent={place.agent} id={place.session} />;
  }
  if (place.kind === 'sessions') return <AllSessions />;
  return place.kind === 'page' ? <ConnectedPage name={place.page} /> : <Welcome />;
}

function useShortcuts() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      layout.update({ dialog: layout.get().dialog === 'commands' ? null : 'commands' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
