import { type FormEvent, useState } from 'react';
import { focusNow } from './parts/focus-now.ts';
import { Icon } from './parts/icon.tsx';
import { OwnAgent } from './shell/own-agent.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { WatchDemo } from './shell/watch-demo.tsx';
import { isAdmin } from './state/api.ts';
import { layout } from './state/layout.ts';
import { report } from './state/notices.ts';
import { useStore } from './state/store.ts';
import { createAgent, workspace } from './state/workspace.ts';

export function Welcome() {
  const model = useStore(workspace, ({ config }) => config?.model);
  const isFirst = useStore(workspace, ({ agents }) => agents.length === 0);
  return (
    <main className="welcome">
      <TopBar title="BTCP" isHeading={false} />
      <div className="welcome-body">
        <h1>{isFirst ? 'Give an agent a browser' : 'Create another agent'}</h1>
        <p className="lead">
          Each agent has its own browser profile. Give it a task, watch it work, and take over when it needs you: to
          sign in, to pay, to decide.
        </p>
        {model?.missing && <FirstSteps />}
        <NewAgentForm />
        <section>
          <h2>Model</h2>
          {model?.missing ? (
            <p>{model.missing} Until then you can open pages, drive them yourself, and call every tool with a form.</p>
          ) : (
            <p>
              Agents run on <code>{model?.model}</code>.{' '}
              <button type="button" className="link" onClick={() => layout.update({ dialog: 'settings' })}>
                Change
              </button>
            </p>
          )}
        </section>
        <OwnAgent />
      </div>
    </main>
  );
}

// What there is to do without a model.
function FirstSteps() {
  const config = useStore(workspace, (value) => value.config);
  return (
    <div className="first-steps">
      <WatchDemo>
        {isAdmin(config) && (
          <button type="button" className="button" onClick={() => layout.update({ dialog: 'settings' })}>
            <Icon name="settings" />
            Connect a model
          </button>
        )}
      </WatchDemo>
    </div>
  );
}

function NewAgentForm() {
  const [isBusy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (!name) return;
    setBusy(true);
    try {
      await createAgent(name);
    } catch (thrown) {
      report(thrown);
      setBusy(false);
    }
  }
  return (
    <form className="new-agent" onSubmit={submit}>
      <label className="visually-hidden" htmlFor="agent-name">
        Name of the agent
      </label>
      <input
        id="agent-name"
        name="name"
        required
        maxLength={60}
        placeholder="For example: Shopping"
        ref={focusNow}
        autoComplete="off"
      />
      <button type="submit" className="button primary" disabled={isBusy}>
        Create agent
      </button>
    </form>
  );
}
