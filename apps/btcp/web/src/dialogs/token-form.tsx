import { type FormEvent, useState } from 'react';
import { ProblemText } from '../parts/problem-text.tsx';
import { api, type CreatedToken, type TeamToken } from '../state/api.ts';

const ROLES: readonly { value: TeamToken['role']; label: string }[] = [
  { value: 'member', label: 'Member: has their own sessions and agents' },
  { value: 'viewer', label: 'Viewer: watches chosen sessions' },
  { value: 'admin', label: 'Admin: everything' },
];

interface TokenFormProps {
  onCancel(): void;
  onCreated(token: CreatedToken): void;
}

export function TokenForm({ onCancel, onCreated }: TokenFormProps) {
  const [role, setRole] = useState<TeamToken['role']>('member');
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const list = (name: string) =>
      text(name)
        .split(/[\s,]+/)
        .filter(Boolean);
    setSaving(true);
    setProblem(null);
    try {
      const [name, days] = [text('name'), Number(text('days') || 0)];
      onCreated(
        await api.createToken({
          name,
          role,
          days,
          tools: list('tools'),
          hosts: list('hosts'),
          sessions: list('sessions'),
        }),
      );
    } catch (thrown) {
      setProblem(thrown);
      setSaving(false);
    }
  }

  return (
    <form className="form" onSubmit={save}>
      <label>
        Name of the person or program
        <input name="name" required data-first maxLength={32} placeholder="ann" autoComplete="off" spellCheck={false} />
      </label>
      <label>
        Role
        <select value={role} onChange={({ target }) => setRole(target.value as TeamToken['role'])}>
          {ROLES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {role === 'member' && <LimitField name="tools" label="Only these tools" example="safe, browser_screenshot" />}
      {role === 'member' && <LimitField name="hosts" label="Only these hosts" example="*.example.com" />}
      {role === 'member' && <LimitField name="sessions" label="Only these sessions" example="shop, test-*" />}
      {role === 'viewer' && <LimitField name="sessions" label="Sessions to watch" example="ann~shop" isRequired />}
      <label>
        Valid for days
        <input name="days" type="number" min={0} max={3650} placeholder="Until it is revoked" />
      </label>
      <ProblemText problem={problem} />
      <footer>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isSaving}>
          Create token
        </button>
      </footer>
    </form>
  );
}

interface LimitFieldProps {
  name: string;
  label: string;
  example: string;
  isRequired?: boolean;
}

function LimitField({ name, label, example, isRequired = false }: LimitFieldProps) {
  return (
    <label>
      {label}
      <input
        name={name}
        required={isRequired}
        placeholder={isRequired ? example : `All; for example ${example}`}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  );
}
