import { type FormEvent, useState } from 'react';
import { focusNow } from './parts/focus-now.ts';
import { ApiError } from './state/api.ts';
import { enter } from './state/workspace.ts';

/** A token with limits is refused with a reason. */
function refusalOf(thrown: unknown): string {
  return thrown instanceof ApiError ? `${thrown.message} ${thrown.hint ?? ''}` : 'The server does not answer.';
}

export function Login() {
  const [problem, setProblem] = useState('');
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token')).trim();
    try {
      await enter(token);
    } catch (thrown) {
      const isWrong = thrown instanceof ApiError && thrown.code === 'unauthorized';
      setProblem(isWrong ? 'This is not a token of this server.' : refusalOf(thrown));
    }
  }
  return (
    <main className="centered">
      <form className="card form" onSubmit={submit}>
        <h1>Sign in</h1>
        <p className="muted">
          Open the link that <code>btcp serve</code> or <code>btcp token</code> prints, or enter the token of this
          server, or your own.
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
