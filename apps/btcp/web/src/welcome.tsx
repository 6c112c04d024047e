import { type FormEvent, useState } from 'react';
import { focusNow } from './parts/focus-now.ts';
import { OwnAgent } from './shell/own-agent.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { layout } from './state/layout.ts';
import { report } from './state/notices.ts';
import { useStore } from './state/store.ts';
import { createAgent, workspace } from './state/workspace.ts';

export function Welcome() {
  const model = useStore(workspace, ({ config }) => config?.model);
  const isFirst = useStore(workspace, ({ agents }) => agents.length === 0);
  return (
    <main className="welcome">
      <TopBar title="BTCP" />
      <div className="welcome-body">
        <h2>{isFirst ? 'Give an agent a browser' : 'Create another agent'}</h2>
        <p className="lead">
          An agent has a browser profile of its own. You tell the agent what to do, watch it work, and take over where
          it needs you: to sign in, to pay, to decide.
        </p>
        <NewAgentForm />
        <section>
          <h3>Model</h3>
          {model?.missing ? (
            <p>
              {model.missing} Until then everything works by hand: open pages, drive them yourself, and call every tool
              from a form.{' '}
              <button type="button" className="link" onClick={() => layout.update({ dialog: 'settings' })}>
                Choose a model
              </button>
            </p>
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
        placeholder="Such as Shopping"
        ref={focusNow}
        autoComplete="off"
      />
      <button type="submit" className="button primary" disabled={isBusy}>
        Create agent
      </button>
    </form>
  );
}
