import { mountBrowserWindow } from '@btcp/viewer/window';
import './styles/live.css';

// The page of a link: the window of one session alone, for whoever has the link.
const link = new URLSearchParams(location.hash.slice(1));
const agent = link.get('agent');
const session = link.get('session') ?? '';
const query = new URLSearchParams({ sessionId: session });
// Who reloads the page while they drive shows the pass that they had, and so still drives.
const passKey = `btcp-pass/${agent ?? ''}/${session}`;
const pass = sessionStorage.getItem(passKey);
if (pass) query.set('pass', pass);

const { viewer } = mountBrowserWindow(document.querySelector<HTMLElement>('#window') ?? document.body, {
  url: `${agent ? `/api/agents/${encodeURIComponent(agent)}` : ''}/browser/stream?${query}`,
  token: link.get('token') ?? '',
  views: ['expanded', 'fullscreen'],
});

// A stream ends for good when its browser does, and the agent may open another one.
const again = document.querySelector<HTMLButtonElement>('#again');
again?.addEventListener('click', () => location.reload());
viewer.subscribe(() => {
  const { pass, status } = viewer.getSnapshot();
  if (pass) sessionStorage.setItem(passKey, pass);
  if (again) again.hidden = status !== 'closed';
});
