import { mountBrowserWindow } from '@btcp/viewer/window';
import './styles/live.css';

// The page of a link: the window of one session alone, for whoever has the link.
const link = new URLSearchParams(location.hash.slice(1));
const agent = link.get('agent');
mountBrowserWindow(document.querySelector<HTMLElement>('#window') ?? document.body, {
  url: `${agent ? `/api/agents/${encodeURIComponent(agent)}` : ''}/browser/stream?sessionId=${encodeURIComponent(link.get('session') ?? '')}`,
  token: link.get('token') ?? '',
  views: ['expanded', 'fullscreen'],
});
