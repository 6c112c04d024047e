import { Icon } from './parts/icon.tsx';
import { useStore } from './state/store.ts';
import { workspace } from './state/workspace.ts';
import { TopBar } from './top-bar.tsx';

/** A page that a person has open elsewhere and has connected. */
export function ConnectedPage({ name }: { name: string }) {
  const page = useStore(workspace, ({ config }) => config?.connected.find(({ session }) => session === name));
  if (!page) {
    return (
      <main className="welcome">
        <TopBar title="Connected page" />
        <div className="welcome-body">
          <h2>This page is gone</h2>
          <p className="lead">It was closed or has disconnected. It shows up in the list again when it connects.</p>
        </div>
      </main>
    );
  }
  return (
    <main className="welcome">
      <TopBar title={page.title || 'Connected page'} />
      <div className="welcome-body">
        <h2>{page.title || page.url}</h2>
        <p className="address">
          <Icon name="link" /> {page.url}
        </p>
        <p className="lead">
          A person has this page open and lets agents use it. Programs reach it as the session{' '}
          <code>{page.session}</code>, with the tools of a browser and those that the page offers itself.
        </p>
        <section>
          <h3>Its own tools</h3>
          {page.tools.length === 0 && <p className="muted">It offers none, so that agents read and click as usual.</p>}
          <dl className="tool-list">
            {page.tools.map((tool) => (
              <div key={tool.name}>
                <dt>
                  <code>{tool.name}</code>
                </dt>
                <dd>{tool.description}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </main>
  );
}
