import { mountBrowserWindow } from '@btcp/viewer/window';
import './styles/live.css';

const link = new URLSearchParams(location.hash.slice(1));
const agent = link.get('agent');
const session = link.get('session') ?? '';
const query = new URLSearchParams({ sessionId: session });
// The pass lets a person who reloads the page keep driving.
const passKey = `btcp-pass/${agent ?? ''}/${session}`;
const pass = sessionStorage.getItem(passKey);
if (pass) query.set('pass', pass);

const { viewer } = mountBrowserWindow(document.querySelector<HTMLElement>('#window') ?? document.body, {
  url: `${agent ? `/api/agents/${encodeURIComponent(agent)}` : ''}/browser/stream?${query}`,
  token: link.get('token') ?? '',
  views: ['expanded', 'fullscreen'],
});

// The stream ends with its browser; the agent may open another.
const again = document.querySelector<HTMLButtonElement>('#again');
again?.addEventListener('click', () => location.reload());
viewer.subscribe(() => {
  const { pass, status } = viewer.getSnapshot();
  if (pass) sessionStorage.setItem(passKey, pass);
  if (again) again.hidden = status !== 'closed';
});
