import { useEffect, useState } from 'react';
import type { ListedSession } from '../../../src/contract/types.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { api } from '../state/api.ts';
import { sharing } from '../state/sharing.ts';
import { useStore } from '../state/store.ts';

const SPANS = { '15m': '15 minutes', '60m': '1 hour', '480m': '8 hours', '1440m': '1 day' };

export function LinkDialog() {
  const session = useStore(sharing, (value) => value.session);
  return session && <MakeLink session={session} />;
}

function MakeLink({ session }: { session: ListedSession }) {
  const [role, setRole] = useState<'view' | 'control'>('view');
  const [span, setSpan] = useState('60m');
  const [link, setLink] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another link.
  useEffect(() => setLink(null), [role, span]);
  async function make() {
    try {
      setProblem('');
      setLink((await api.makeLink(session.agent ?? '', session.id, role, span)).url);
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
  return (
    <Dialog title="Share this browser" onClose={() => sharing.update({ session: null })}>
      <form
        className="form share"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <p className="muted">{session.name}</p>
        <label>
          Anyone with the link can
          <select data-first value={role} onChange={({ target }) => setRole(target.value as typeof role)}>
            <option value="view">watch</option>
            <option value="control">watch and drive</option>
          </select>
        </label>
        <label>
          For
          <select value={span} onChange={({ target }) => setSpan(target.value)}>
            {Object.entries(SPANS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {problem !== '' && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {link === null ? (
          <button type="submit" className="button primary">
            Create link
          </button>
        ) : (
          <div role="status">
            <p className="muted">Only the first person who opens the link can use it.</p>
            <Copyable text={link} label="the link" />
          </div>
        )}
      </form>
    </Dialog>
  );
}
