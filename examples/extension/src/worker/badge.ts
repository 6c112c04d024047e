import type { Access } from '../shared/messages.js';

export type BadgeState = Access | 'connecting' | 'lost' | 'barred' | 'off';

const BADGES: Record<BadgeState, [text: string, title: string]> = {
  read: ['read', 'An agent can read this tab. Press to stop.'],
  act: ['ON', 'An agent can read this tab and act in it. Press to stop.'],
  connecting: ['…', 'Connecting to the server. Press to stop.'],
  lost: ['!', 'The server does not answer. Check the options, or press to retry.'],
  barred: ['!', 'Chrome does not allow extensions on this page. Press again on another page.'],
  off: ['', 'Share this tab with agents'],
};

export async function showBadge(tabId: number, state: BadgeState): Promise<void> {
  const [text, title] = BADGES[state];
  await Promise.allSettled([
    chrome.action.setBadgeText({ tabId, text }),
    chrome.action.setBadgeBackgroundColor({ tabId, color: '#c2410c' }),
    chrome.action.setBadgeTextColor({ tabId, color: '#ffffff' }),
    chrome.action.setTitle({ tabId, title }),
  ]);
}
