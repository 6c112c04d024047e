import { useEffect, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { moment } from '../parts/format.ts';
import { ProblemText } from '../parts/problem-text.tsx';
import { type AuditEntry, api } from '../state/api.ts';

interface AuditDialogProps {
  onBack(): void;
  onClose(): void;
}

export function AuditDialog({ onBack, onClose }: AuditDialogProps) {
  const [user, setUser] = useState('');
  const [entries, setEntries] = useState<readonly AuditEntry[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    let isCurrent = true;
    api.audit(user).then(({ entries }) => isCurrent && setEntries(entries.toReversed()), setProblem);
    return () => {
      isCurrent = false;
    };
  }, [user]);
  return (
    <Dialog title="Who did what" className="tokens" onClose={onClose}>
      <input
        data-first
        aria-label="Name of the person"
        placeholder="Filter by person"
        value={user}
        onChange={({ target }) => setUser(target.value.trim())}
        autoComplete="off"
        spellCheck={false}
      />
      <ProblemText problem={problem} />
      <ul className="rows acts" aria-label="Actions">
        {entries?.map((entry, index) => (
          <li key={index}>
            <Act entry={entry} />
          </li>
        ))}
      </ul>
      {entries?.length === 0 && <p className="muted hint">No actions.</p>}
      <footer>
        <button type="button" className="button" onClick={onBack}>
          Back
        </button>
      </footer>
    </Dialog>
  );
}

function Act({ entry: { time, user, door, act, session, outcome } }: { entry: AuditEntry }) {
  const at = Date.parse(time);
  return (
    <>
      <div className="token-text">
        <strong>{user}</strong> {act}
        <p className="muted">
          {moment(at)} · {door}
          {session === undefined ? '' : ` · ${session}`}
        </p>
      </div>
      <span className={outcome === 'ok' ? 'muted' : 'problem'}>{outcome}</span>
    </>
  );
}
