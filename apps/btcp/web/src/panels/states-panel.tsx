import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { SavedState } from '../../../src/contract/types.ts';
import { when } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { api } from '../state/api.ts';
import { confirmed } from '../state/confirmation.ts';
import { attempt, report } from '../state/notices.ts';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';

export function StatesPanel({ session }: { session: OpenSession }) {
  const { agent, id } = session;
  const isActive = useStore(session.store, (value) => value.browserActive);
  const [states, setStates] = useState<readonly SavedState[] | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const read = useCallback(() => api.states(agent).then(setStates), [agent]);
  useEffect(() => {
    read().catch(report);
  }, [read]);

  async function change(name: string, work: () => Promise<void>) {
    setBusy(name);
    try {
      await work();
      await read();
    } catch (thrown) {
      report(thrown);
    } finally {
      setBusy(null);
    }
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name')).trim();
    if (!name) return;
    if (states?.some((state) => state.name === name) && !(await isReplaced(name))) return;
    setLeftOut([]);
    await change('', async () => setLeftOut((await api.saveState(agent, name, id)).leftOut));
    form.reset();
  }

  async function remove(name: string) {
    const text = `“${name}” will be deleted. The browser does not change.`;
    if (await confirmed({ title: 'Delete state?', text, action: 'Delete state' })) {
      await change('', () => api.deleteState(agent, name));
    }
  }

  return (
    <>
      <form className="panel-tools state-form" onSubmit={save}>
        <input
          name="name"
          required
          maxLength={80}
          aria-label="Name of the state"
          placeholder="For example: signed in"
          autoComplete="off"
          disabled={!isActive}
        />
        <button type="submit" className="button small" disabled={!isActive || busy !== null}>
          Save
        </button>
      </form>
      {leftOut.length > 0 && (
        <div className="callout left-out" role="status">
          Partly saved. Left out:
          <ul>
            {leftOut.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </div>
      )}
      <ul className="rows">
        {states?.map(({ name, created }) => (
          <li key={name}>
            <Icon name="clock" />
            <span className="label">{name}</span>
            <time className="muted">{when(created)}</time>
            <button
              type="button"
              className="button small"
              disabled={busy !== null}
              aria-label={`Restore ${name}`}
              onClick={() => change(name, () => api.restoreState(agent, name, id))}
            >
              {busy === name ? 'Restoring…' : 'Restore'}
            </button>
            <IconButton icon="trash" label={`Delete ${name}`} onClick={() => attempt(() => remove(name))} />
          </li>
        ))}
      </ul>
      {states?.length === 0 && (
        <p className="muted hint">
          A state has the cookies, what the open pages have stored, and the tabs. Save one when you are signed in, and
          every session of this agent can begin there.
        </p>
      )}
      {!isActive && (
        <p className="muted hint">Open a page to save its state. Restoring opens a browser if none is open.</p>
      )}
    </>
  );
}

function isReplaced(name: string): Promise<boolean> {
  const text = `A state “${name}” already exists. Replacing it cannot be undone.`;
  return confirmed({ title: 'Replace state?', text, action: 'Replace state' });
}
