import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Tab } from './tab.js';

type TargetInfo = Protocol.Target.TargetInfo;

const MAX_TABS = 30;

export interface TabWatch {
  readonly opened: ReadonlySet<string>;
  /** Whether this tab is one too many, and about to be closed. */
  isSurplus(targetId: string): boolean;
  stop(): void;
}

/** Listens to the browser process, because a page that opens tabs by the hundred answers nothing. */
export function limitTabs(
  root: CDPSession,
  tab: Tab,
  isOurs: (info: TargetInfo) => boolean,
  tabOf: (targetId: string) => Tab | undefined,
): TabWatch {
  const opened = new Set<string>();
  const byPages = new Set<string>();
  const surplus = new Set<string>();
  const stopped = new Set<string>();
  const close = (targetId: string) => {
    surplus.add(targetId);
    opened.delete(targetId);
    root.send('Target.closeTarget', { targetId }).catch(() => {});
  };
  const onCreated = ({ targetInfo }: { targetInfo: TargetInfo }) => {
    const { targetId, type, openerId } = targetInfo;
    if (type !== 'page' || targetId === tab.frameId || !isOurs(targetInfo)) return;
    if (openerId !== undefined && stopped.has(openerId)) return close(targetId);
    opened.add(targetId);
    if (openerId === undefined) return;
    byPages.add(targetId);
    if (byPages.size < MAX_TABS) return;
    const opener = openerId === tab.frameId ? tab : tabOf(openerId);
    if (opener) {
      stopped.add(openerId);
      opener.cdp.once('Inspector.targetReloadedAfterCrash', () => stopped.delete(openerId));
      void opener.crashes.stop(`it opened more than ${MAX_TABS} tabs`);
    }
    for (const id of byPages) if (id !== opener?.frameId) close(id);
    byPages.clear();
  };
  const onDestroyed = ({ targetId }: { targetId: string }) => {
    opened.delete(targetId);
    byPages.delete(targetId);
    surplus.delete(targetId);
  };
  root.on('Target.targetCreated', onCreated);
  root.on('Target.targetDestroyed', onDestroyed);
  return {
    opened,
    isSurplus: (targetId) => surplus.has(targetId),
    stop: () => {
      root.off('Target.targetCreated', onCreated);
      root.off('Target.targetDestroyed', onDestroyed);
    },
  };
}
