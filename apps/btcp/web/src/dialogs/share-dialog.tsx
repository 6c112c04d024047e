import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { Share } from '../../../src/contract/types.ts';
import { Dialog } from '../parts/dialog.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { ProblemText } from '../parts/problem-text.tsx';
import { api } from '../state/api.ts';

interface ShareDialogProps {
  agent: string;
  session: string;
  onClose(): void;
}

export function ShareDialog({ agent, session, onClose }: ShareDialogProps) {
  const [shares, setShares] = useState<readonly Share[]>([]);
  const [people, setPeople] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const attempt = useCallback((work: () => Promise<{ shares: readonly Share[] }>) => {
    setProblem(null);
    work().then((answer) => setShares(answer.shares), setProblem);
  }, []);
  useEffect(() => {
    attempt(async () => {
      const answer = await api.shares(agent, session);
      setPeople(answer.people);
      return answer;
    });
  }, [attempt, agent, session]);

  function share(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const person = String(fields.get('person')).trim();
    const role = fields.get('role') === 'drive' ? 'drive' : 'watch';
    attempt(async () => {
      const answer = await api.share(agent, session, { person, role });
      form.reset();
      return answer;
    });
  }

  return (
    <Dialog title="Share this session" onClose={onClose}>
      <form className="share-form" onSubmit={share}>
        <input
          name="person"
          required
          data-first
          list="people"
          aria-label="Name of the person"
          placeholder="Name of the person"
          autoComplete="off"
        />
        <datalist id="people">
          {people.map((person) => (
            <option key={person} value={person} />
          ))}
        </datalist>
        <select name="role" aria-label="What they may do">
          <option value="watch">may watch</option>
          <option value="drive">may drive</option>
        </select>
        <button type="submit" className="button primary">
          Share
        </button>
      </form>
      <ProblemText problem={problem} />
      <ul className="rows" aria-label="Shared with">
        {shares.map(({ person, role }) => (
          <li key={person}>
            <span className="label">{person}</span>
            <span className="muted">may {role}</span>
            <IconButton
              icon="trash"
              label={`Stop sharing with ${person}`}
              onClick={() => attempt(() => api.unshare(agent, session, person))}
            />
          </li>
        ))}
      </ul>
      {shares.length === 0 && <p className="muted">Only you and admins see this session.</p>}
    </Dialog>
  );
}
