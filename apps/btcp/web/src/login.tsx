import { type FormEvent, useState } from 'react';
import { focusNow } from './parts/focus-now.ts';
import { ApiError } from './state/api.ts';
import { withoutServerPath } from './state/server-path.ts';
import { PROVIDER, providerAddress } from './state/sign-in.ts';
import { useStore } from './state/store.ts';
import { enter, workspace } from './state/workspace.ts';

const NOTICES: Record<string, string> = {
  attempt: 'This sign-in took too long, or was started in another browser. Sign in again.',
  cancelled: `${PROVIDER} did not sign you in. Sign in again.`,
  expired: 'Your session has expired. Sign in again.',
  'no-name': `${PROVIDER} did not confirm your e-mail address. Confirm it there, or ask the admin of this server.`,
  'no-role': 'This account may not use this server. Ask an admin, or sign in with another account.',
  'provider-answer': `The answer of ${PROVIDER} was not accepted. Sign in again, or ask an admin to check the log.`,
  'signed-out': 'You are signed out.',
  unreachable: `${PROVIDER} does not answer. Try again in a moment.`,
};
// After these, the provider would sign in the same account without a question.
const ASKS_FOR_ACCOUNT = ['no-name', 'no-role', 'signed-out'];

export function Login() {
  const notice = useStore(workspace, (value) => value.notice) ?? '';
  const text = NOTICES[notice];
  return (
    <main className="centered">
      <div className="card form">
        <h1>Sign in</h1>
        {text && (
          <p
            className={notice === 'signed-out' ? 'muted' : 'problem'}
            role={notice === 'signed-out' ? 'status' : 'alert'}
          >
            {text}
          </p>
        )}
        {PROVIDER ? <ProviderSignIn isAgain={ASKS_FOR_ACCOUNT.includes(notice)} /> : <TokenForm />}
      </div>
    </main>
  );
}

function ProviderSignIn({ isAgain }: { isAgain: boolean }) {
  return (
    <>
      <a
        className="button primary"
        href={providerAddress(withoutServerPath(location.pathname), isAgain)}
        ref={focusNow}
      >
        <span className="label">Sign in with {PROVIDER}</span>
      </a>
      <details>
        <summary className="muted">Use a token instead</summary>
        <TokenForm />
      </details>
    </>
  );
}

function TokenForm() {
  const [problem, setProblem] = useState('');
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token')).trim();
    try {
      await enter(token);
    } catch (thrown) {
      const isWrong = thrown instanceof ApiError && thrown.code === 'unauthorized';
      setProblem(isWrong ? 'This token is not valid for this server.' : refusalOf(thrown));
    }
  }
  return (
    <form className="form" onSubmit={submit}>
      <p className="muted">
        Open the link that <code>btcp serve</code> or <code>btcp token</code> prints, or enter the server's token or
        your own.
      </p>
      <label>
        Token
        <input name="token" type="password" required ref={PROVIDER ? null : focusNow} autoComplete="current-password" />
      </label>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className={PROVIDER ? 'button' : 'button primary'}>
        Sign in
      </button>
    </form>
  );
}

// A token with limits is refused with a reason.
function refusalOf(thrown: unknown): string {
  return thrown instanceof ApiError ? `${thrown.message} ${thrown.hint ?? ''}` : 'The server does not answer.';
}
