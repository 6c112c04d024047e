import { BrowserPreview } from '@btcp/react/preview';
import { useEffect, useState } from 'react';

type Role = 'view' | 'control';

export function App() {
  const [stream, setStream] = useState<string>();
  const [role, setRole] = useState<Role>('view');

  useEffect(() => {
    void fetch('/browser.json').then(async (response) => setStream((await response.json()).stream));
  }, []);

  return (
    <>
      <header className="top">
        <div>
          <h1>What the agent does</h1>
          <p>The browser runs on another server. This page has a ticket for it, and no token.</p>
        </div>
        <p>
          <button type="button" aria-pressed={role === 'view'} onClick={() => setRole('view')}>
            Watch
          </button>{' '}
          <button type="button" aria-pressed={role === 'control'} onClick={() => setRole('control')}>
            Drive
          </button>
        </p>
      </header>
      {stream && (
        <BrowserPreview key={role} url={stream} token={() => fetchTicket(role)} view="expanded" views={['expanded']} />
      )}
    </>
  );
}

// Called for each connection, because a ticket opens one.
async function fetchTicket(role: Role): Promise<string> {
  const response = await fetch('/ticket', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role }),
  });
  if (!response.ok) throw new Error('The app gives no ticket.');
  return (await response.json()).ticket;
}
