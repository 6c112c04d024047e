import type { LiveDialog, LiveTab } from '@btcp/protocol';
import type { BrowserSession } from '../port/browser-session.js';
import type { LiveEvent } from '../port/live-browser.js';
import type { Masker } from '../secrets/masking/masker.js';
import { publicAddress } from '../secrets/redact.js';
import { shorten } from '../shaping/boundary/shorten.js';
import type { ControlLease } from './control-lease.js';
import { DriveWatch } from './drive-watch.js';
import type { SessionEventBody, SessionEvents } from './session-events.js';

interface Watched {
  events: SessionEvents;
  lease: ControlLease;
  masker: Masker;
}

interface FeedEvents {
  onLost(): void;
  // A person begins or stops to drive; the agent's next call waits until the browser is ready for it.
  onDriven(ready: Promise<void>): void;
}

// A data: address may be a whole page.
const MAX_ADDRESS_LENGTH = 2_000;
// Watchers are shown a line of a dialog, and not a book.
const MAX_MESSAGE_LENGTH = 10_000;

/** Adds the events of a browser to those of its session: without a driver's input, and nothing of a private step. */
export function feedSession(
  session: BrowserSession,
  { events, lease, masker }: Watched,
  { onLost, onDriven }: FeedEvents,
): () => void {
  const { live } = session;
  if (!live) return () => {};
  let tabs: readonly LiveTab[] = live.tabs;
  const reportOpenTabs = () => {
    // Tabs opened and closed in private are reported as a sum afterwards.
    if (lease.state.isPrivate) return;
    const before = tabs;
    tabs = live.tabs;
    reportTabs(before, tabs, events);
  };
  const drives = new DriveWatch(live, (drive) => events.add(masker.maskShort({ type: 'driven', ...drive })));
  let hasBeenPrivate = false;
  // What fields held is reported until the drive has ended, when it is no longer private.
  const onEntered = (text: string, isSecret: boolean) => {
    if (hasBeenPrivate) masker.learnTyped(text, isSecret);
  };
  const stopDriving = lease.subscribe((control) => {
    if (control.holder.kind === 'viewer') hasBeenPrivate ||= control.isPrivate;
    onDriven(live.setDriven(control.holder.kind === 'viewer', onEntered));
    drives.onControl(control);
    reportOpenTabs();
  });
  const stop = live.subscribe((event) => {
    if (event.type === 'closed') onLost();
    else if (event.type === 'tabs') reportOpenTabs();
    else report(event, { events, lease, masker });
  });
  return () => {
    stop();
    stopDriving();
    drives.end();
  };
}

function report(event: LiveEvent, { events, lease, masker }: Watched): void {
  const { holder, isPrivate } = lease.state;
  if (isPrivate) return;
  const body = bodyOf(event, holder.kind === 'viewer');
  if (body) events.add(masker.maskShort(body));
}

function bodyOf(event: LiveEvent, isDriven: boolean): SessionEventBody | undefined {
  const address = (url: string) => shorten(isDriven ? publicAddress(url) : url, MAX_ADDRESS_LENGTH);
  switch (event.type) {
    case 'navigation':
      return { ...event, url: address(event.url) };
    case 'dialog':
      return { ...event, dialog: event.dialog && shortDialog(event.dialog, isDriven) };
    case 'download':
      if (event.download.state === 'progress') return undefined;
      return { ...event, download: { ...event.download, url: address(event.download.url) } };
    case 'crash':
      return event;
    default:
      return undefined;
  }
}

function shortDialog(dialog: LiveDialog, isDriven: boolean): LiveDialog {
  if (isDriven) return { type: dialog.type, message: '' };
  const { defaultText } = dialog;
  return {
    ...dialog,
    message: shorten(dialog.message, MAX_MESSAGE_LENGTH),
    ...(defaultText === undefined ? {} : { defaultText: shorten(defaultText, MAX_MESSAGE_LENGTH) }),
  };
}

function reportTabs(before: readonly LiveTab[], after: readonly LiveTab[], events: SessionEvents): void {
  const has = (tabs: readonly LiveTab[], id: string) => tabs.some((tab) => tab.id === id);
  for (const { id } of after) if (!has(before, id)) events.add({ type: 'tab', tab: id, change: 'opened' });
  for (const { id } of before) if (!has(after, id)) events.add({ type: 'tab', tab: id, change: 'closed' });
  const activeOf = (tabs: readonly LiveTab[]) => tabs.find(({ active }) => active)?.id;
  const active = activeOf(after);
  if (active && active !== activeOf(before)) events.add({ type: 'tab', tab: active, change: 'active' });
}
