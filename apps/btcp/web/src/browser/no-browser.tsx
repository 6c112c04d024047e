import { type FormEvent, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { report } from '../state/notices.ts';
import type { OpenSession } from '../state/open-session.ts';

export function NoBrowser({ session }: { session: OpenSession }) {
  return session.agent === '' ? <Closed /> : <OpenPage session={session} />;
}

function Closed() {
  return (
    <div className="empty no-browser">
      <Icon name="globe" />
      <h2>The browser is closed</h2>
      <p className="muted">It opens again with the agent's next call. The activity is on the left.</p>
    </div>
  );
}

function OpenPage({ session }: { session: OpenSession }) {
  const [isOpening, setOpening] = useState(false);
  async function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('url')).trim();
    setOpening(true);
    try {
      const url = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(given) ? given : `${isLocal(given) ? 'http' : 'https'}://${given}`;
      const { success, error } = await session.call('browser_navigate', { url });
      if (!success) report(Object.assign(new Error(error?.message), { hint: error?.hint }));
    } catch (thrown) {
      report(thrown);
    } finally {
      setOpening(false);
    }
  }
  return (
    <div className="empty no-browser">
      <Icon name="globe" />
      <h2>No browser is open</h2>
      <p className="muted">It opens when the agent needs it. You can also open a page yourself.</p>
      <form onSubmit={open}>
        <input
          name="url"
          required
          aria-label="Address to open"
          placeholder="example.com"
          autoComplete="off"
          inputMode="url"
        />
        <button type="submit" className="button" disabled={isOpening}>
          {isOpening ? 'Opening…' : 'Open'}
        </button>
      </form>
    </div>
  );
}

function isLocal(address: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(address);
}
