import { type FormEvent, useState } from 'react';
import { focusNow } from './parts/focus-now.ts';
import { ApiError } from './state/api.ts';
import { enter } from './state/workspace.ts';

export function Login() {
  const [problem, setProblem] = useState('');
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token')).trim();
    try {
      await enter(token);
    } catch (thrown) {
      const isWrong = thrown instanceof ApiError && thrown.code === 'unauthorized';
      setProblem(isWrong ? 'This is not the token of this server.' : 'The server does not answer.');
    }
  }
  return (
    <main className="centered">
      <form className="card form" onSubmit={submit}>
        <h1>Sign in</h1>
        <p className="muted">
          Open the link that <code>btcp serve</code> or <code>btcp token</code> prints, or enter the token of this
          server.
        </p>
        <label>
          Token
          <input name="token" type="password" required ref={focusNow} autoComplete="current-password" />
        </label>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" className="button primary">
          Sign in
        </button>
      </form>
    </main>
  );
}
