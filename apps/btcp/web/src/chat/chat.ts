import { type BrowserWindow, mountBrowserWindow } from '@btcp/viewer/window';
import { ChatStream, LastPicture } from './chat-stream.ts';
import { type HostContext, HostLink } from './host-link.ts';
import { applyHost } from './host-theme.ts';
import { onVisible } from './visibility.ts';

const LOOK_MS = 2_000;
const NO_OPEN_BROWSER = 'The session has no open browser';
const NO_BROWSER = 'No browser is open. The picture appears when the agent opens a page.';

const view = document.querySelector<HTMLElement>('#view') ?? document.body;
const note = document.querySelector<HTMLElement>('#note') ?? document.body;
const picture = document.querySelector<HTMLImageElement>('#picture') ?? new Image();

const host = new HostLink({
  onContext: (change) => show({ ...context, ...change }),
  onToolEnded: () => void look(),
  onTeardown: leave,
});
let context: HostContext = {};
let hostName = '';
let shown: { browser: BrowserWindow; stream: ChatStream } | undefined;
let isVisible = true;
let isLooking = false;
let timer: ReturnType<typeof setTimeout> | undefined;

async function begin(): Promise<void> {
  const { name, context: first } = await host.initialize();
  hostName = name;
  show(first);
  new ResizeObserver(reportSize).observe(document.body);
  onVisible(view, (value) => {
    isVisible = value;
    shown?.stream.setSlow(!value);
    if (value) void look();
  });
  await look();
}

// Mounts the window when there is a browser; one that has ended keeps its last picture until there is another.
async function look(): Promise<void> {
  clearTimeout(timer);
  if (isLooking || !isVisible || (shown && shown.browser.viewer.getSnapshot().status !== 'closed')) return;
  isLooking = true;
  const stream = new ChatStream(host, `A person in ${hostName}`);
  try {
    await stream.find(shown !== undefined || !picture.hidden);
    mount(stream);
  } catch (thrown) {
    if (!shown) say(thrown);
    timer = setTimeout(look, LOOK_MS);
  }
  isLooking = false;
}

function mount(stream: ChatStream): void {
  shown?.browser.close();
  note.hidden = true;
  picture.hidden = true;
  const canFill = context.availableDisplayModes?.includes('fullscreen') ?? false;
  const browser = mountBrowserWindow(view, {
    url: stream.url,
    token: stream.token,
    openSocket: stream.openSocket,
    view: viewOf(context),
    views: canFill ? ['expanded', 'fullscreen'] : ['expanded'],
    asksForFullScreen: false,
    onViewChange: (chosen) => void askForMode(chosen === 'fullscreen' ? 'fullscreen' : 'inline'),
  });
  shown = { browser, stream };
  browser.viewer.subscribe(() => {
    if (browser.viewer.getSnapshot().status !== 'closed' || shown?.browser !== browser) return;
    clearTimeout(timer);
    timer = setTimeout(look, LOOK_MS);
  });
}

function show(next: HostContext): void {
  context = next;
  applyHost(context);
  shown?.browser.setView(viewOf(context));
}

async function askForMode(mode: 'inline' | 'fullscreen'): Promise<void> {
  const { mode: given } = await host
    .request<{ mode: HostContext['displayMode'] }>('ui/request-display-mode', { mode })
    .catch(() => ({ mode: context.displayMode }));
  show({ ...context, ...(given ? { displayMode: given } : {}) });
}

function viewOf({ displayMode }: HostContext): 'expanded' | 'fullscreen' {
  return displayMode === 'fullscreen' ? 'fullscreen' : 'expanded';
}

function say(thrown: unknown): void {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof LastPicture) {
    picture.src = thrown.address;
    picture.hidden = false;
  } else if (!picture.hidden && message.startsWith(NO_OPEN_BROWSER)) return;
  note.hidden = false;
  note.textContent = message.startsWith(NO_OPEN_BROWSER) ? NO_BROWSER : message;
}

function reportSize(): void {
  if (document.documentElement.classList.contains('filled')) return;
  host.notify('ui/notifications/size-changed', { height: Math.ceil(document.body.getBoundingClientRect().height) });
}

function leave(): void {
  clearTimeout(timer);
  isVisible = false;
  shown?.browser.close();
}

void begin();
