import { useCallback, useEffect, useState } from 'react';
import { Copyable } from '../parts/copyable.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { bytes, duration, when } from '../parts/format.ts';
import { ProblemText } from '../parts/problem-text.tsx';
import { api, type CreatedToken, isAdmin, type TeamToken } from '../state/api.ts';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';
import { AuditDialog } from './audit-dialog.tsx';
import { TokenForm } from './token-form.tsx';

export function TokensDialog({ onClose }: { onClose(): void }) {
  const mayCreate = useStore(workspace, ({ config }) => isAdmin(config));
  const [tokens, setTokens] = useState<readonly TeamToken[] | null>(null);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [isAudit, setAudit] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const read = useCallback(async () => setTokens((await api.tokens()).tokens), []);
  const attempt = useCallback((work: () => Promise<unknown>) => {
    setProblem(null);
    work().catch(setProblem);
  }, []);
  useEffect(() => attempt(read), [attempt, read]);

  if (isCreating) {
    return (
      <Dialog title="New token" onClose={onClose}>
        <TokenForm
          onCancel={() => setCreating(false)}
          onCreated={(token) => {
            setCreated(token);
            setCreating(false);
            attempt(read);
          }}
        />
      </Dialog>
    );
  }
  if (isAudit) return <AuditDialog onBack={() => setAudit(false)} onClose={onClose} />;
  return (
    <Dialog title="Tokens" className="tokens" onClose={onClose}>
      {created && (
        <div className="callout" role="status">
          <p>The token of {created.name}. It is shown this once.</p>
          <Copyable text={created.token} label="token" />
        </div>
      )}
      <ProblemText problem={problem} />
      <ul className="rows" aria-label="Tokens">
        {tokens?.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            onRevoke={() =>
              attempt(async () => {
                await api.revokeToken(token.id);
                if (created?.id === token.id) setCreated(null);
                await read();
              })
            }
          />
        ))}
      </ul>
      {tokens?.length === 0 && (
        <p className="muted">
          Only the server's token opens this workspace. Create a token for each person or program that needs access.
        </p>
      )}
      {mayCreate && (
        <footer>
          <button type="button" className="button" onClick={() => setAudit(true)}>
            Who did what
          </button>
          <button type="button" className="button primary" data-first onClick={() => setCreating(true)}>
            New token
          </button>
        </footer>
      )}
    </Dialog>
  );
}

function TokenRow({ token, onRevoke }: { token: TeamToken; onRevoke(): void }) {
  const { id, name, role, lastUsed, expires } = token;
  const [isAsking, setAsking] = useState(false);
  const limits = limitsOf(token);
  return (
    <li>
      <div className="token-text">
        <strong>{name}</strong> <span className="badge">{role}</span>
        {limits && <p className="limits">{limits}</p>}
        <p className="muted">
          {lastUsed === null ? 'Not used yet' : `Last used ${when(lastUsed)}`}
          {lastUsed !== null && ` · ${usageOf(token)}`}
          {expires !== undefined && ` · until ${when(expires)}`}
          {` · ${id}`}
        </p>
      </div>
      {isAsking ? (
        <>
          <button type="button" className="button small" onClick={() => setAsking(false)}>
            Keep
          </button>
          <button type="button" className="button small danger" onClick={onRevoke}>
            Revoke
          </button>
        </>
      ) : (
        <button
          type="button"
          className="button small"
          aria-label={`Revoke the token ${id} of ${name}`}
          onClick={() => setAsking(true)}
        >
          Revoke
        </button>
      )}
    </li>
  );
}

function usageOf({ today: { browserMs, downloadedBytes, openBrowsers } }: TeamToken): string {
  const open = openBrowsers === 0 ? '' : `, ${openBrowsers} open now`;
  return `today ${duration(browserMs)} of browsers${open}, ${bytes(downloadedBytes)} downloaded`;
}

function limitsOf({ role, sessions, scope = {} }: TeamToken): string {
  const limits = role === 'viewer' ? { sessions } : scope;
  return Object.entries(limits)
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
    .join(' · ');
}
