import { mountBrowserWindow } from '@btcp/viewer/window';
import { serverPath } from './state/server-path.ts';
import './styles/live.css';

const link = new URLSearchParams(location.hash.slice(1));
const agent = link.get('agent');
const session = link.get('session') ?? '';
const query = new URLSearchParams({ sessionId: session });
// The pass lets a person who reloads the page keep driving.
const passKey = `btcp-pass/${agent ?? ''}/${session}`;
const tokenKey = `btcp-live/${agent ?? ''}/${session}`;
const pass = sessionStorage.getItem(passKey);
if (pass) query.set('pass', pass);

const code = link.get('code');
link.delete('code');
// A link is opened once; what is left in the address and in the history opens nothing.
if (code) history.replaceState(null, '', `#${link}`);
const exchanged = code ? exchange(code) : undefined;

const { viewer } = mountBrowserWindow(document.querySelector<HTMLElement>('#window') ?? document.body, {
  url: serverPath(`${agent ? `/api/agents/${encodeURIComponent(agent)}` : ''}/browser/stream?${query}`),
  async token() {
    await exchanged;
    return localStorage.getItem(tokenKey) ?? 'none';
  },
  views: ['expanded', 'fullscreen'],
});

async function exchange(code: string): Promise<void> {
  const body = JSON.stringify({ code });
  const response = await fetch(serverPath('/live'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) return;
  const { token } = (await response.json()) as { token: string };
  localStorage.setItem(tokenKey, token);
}

// The stream ends with its browser; the agent may open another.
const again = document.querySelector<HTMLButtonElement>('#again');
again?.addEventListener('click', () => location.reload());
viewer.subscribe(() => {
  const { pass, status } = viewer.getSnapshot();
  if (pass) sessionStorage.setItem(passKey, pass);
  if (again) again.hidden = status !== 'closed';
});
