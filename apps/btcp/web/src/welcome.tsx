import { type FormEvent, useState } from 'react';
import { Copyable } from './parts/copyable.tsx';
import { focusNow } from './parts/focus-now.ts';
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
          An agent has a browser profile of its own. You tell it what to do, watch it work, and take over where it needs
          you: to sign in, to pay, to decide.
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

function OwnAgent() {
  const start = useStore(workspace, ({ config }) => config?.start);
  // A server elsewhere is reached by its address: its command runs on its own machine.
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
  const [command, ...args] = start ?? [];
  const headers = { Authorization: 'Bearer TOKEN' };
  const server =
    isHere && command
      ? { command, args: [...args, 'mcp'] }
      : { type: 'http', url: new URL('mcp', document.baseURI).href, headers };
  return (
    <section>
      <h3>Already have an agent?</h3>
      <p>
        Claude Code, Cursor and other MCP clients get the same tools with this configuration.
        {!isHere && ' Replace TOKEN with your token for this server.'}
      </p>
      <Copyable text={JSON.stringify({ mcpServers: { btcp: server } }, null, 2)} label="the MCP configuration" />
    </section>
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
