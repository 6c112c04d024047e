import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { isAdmin } from '../state/api.ts';
import { layout } from '../state/layout.ts';
import { attempt } from '../state/notices.ts';
import { goNowhere, goToPage, route } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { signOut, workspace } from '../state/workspace.ts';
import { AgentItem } from './agent-item.tsx';
import { moveFocus, useOneStop } from './one-stop.ts';
import { SessionsGroup } from './sessions-group.tsx';
import { ThemeButton } from './theme-button.tsx';

export function Sidebar() {
  const agents = useStore(workspace, (value) => value.agents);
  const config = useStore(workspace, (value) => value.config);
  const connected = useStore(workspace, (value) => value.connected);
  const place = useStore(route, (value) => value.place);
  return (
    <aside className="sidebar" aria-label="Agents and sessions">
      <header>
        <strong className="wordmark">BTCP</strong>
        <IconButton
          icon="find"
          label="Search and commands (Ctrl K)"
          onClick={() => layout.update({ dialog: 'commands' })}
        />
        <IconButton icon="plus" label="New agent" onClick={goNowhere} />
      </header>
      <nav ref={useOneStop()} aria-label="Sessions and agents" onKeyDown={moveFocus}>
        <SessionsGroup />
        {agents.length === 0 && <p className="muted hint">Agents and their sessions are listed here.</p>}
        {agents.map((agent) => (
          <AgentItem key={agent.slug} agent={agent} />
        ))}
        {connected.length > 0 && (
          <section className="group" aria-label="Connected pages">
            <h2>Connected pages</h2>
            <ul>
              {connected.map(({ session, title, url, isAway }) => (
                <li key={session} className="row" data-away={isAway || undefined}>
                  <button
                    type="button"
                    className="item"
                    data-row
                    aria-current={place.kind === 'page' && place.page === session ? 'page' : undefined}
                    onClick={() => goToPage(session)}
                  >
                    <Icon name="link" />
                    <span className="label">{title || url || 'Untitled page'}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </nav>
      <SignedIn />
      <footer>
        <button
          type="button"
          className="item model"
          disabled={!isAdmin(config)}
          onClick={() => layout.update({ dialog: 'settings' })}
        >
          <Icon name="settings" />
          <span className="label">{config?.model.missing ? 'No model yet' : (config?.model.model ?? 'Model')}</span>
        </button>
        {config?.isFleet && isAdmin(config) && (
          <IconButton icon="servers" label="Fleet" onClick={() => layout.update({ dialog: 'fleet' })} />
        )}
        {config?.auth && (
          <IconButton icon="person" label="Tokens" onClick={() => layout.update({ dialog: 'tokens' })} />
        )}
        <ThemeButton />
      </footer>
    </aside>
  );
}

function SignedIn() {
  const user = useStore(workspace, ({ config }) => config?.user);
  if (!user) return null;
  return (
    <div className="signed-in">
      <Icon name="person" />
      <span className="label" title={`${user.name}, ${user.role}`}>
        {user.name}
      </span>
      <button type="button" className="button small" onClick={() => attempt(signOut)}>
        Sign out
      </button>
    </div>
  );
}
