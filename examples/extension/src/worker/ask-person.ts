import type { Access, Answer } from '../messages.js';

/** A question that nobody answers is a no, before the agent's call is given up. */
const PATIENCE_MS = 90_000;

export interface Question {
  tabId: number;
  /** What an agent is about to do, where one is the cause. */
  action?: string;
}

/** Asks in a window of the extension, which no page can draw or press. */
export async function askPerson({ tabId, action = '' }: Question): Promise<Access | null> {
  const question = crypto.randomUUID();
  const { title = '', url = '' } = await chrome.tabs.get(tabId);
  const page = new URL(chrome.runtime.getURL('ask.html'));
  page.search = String(new URLSearchParams({ question, title, url, action }));
  const window = await chrome.windows.create({ url: page.href, type: 'popup', width: 460, height: 340 });
  return new Promise((resolve) => {
    const end = (access: Access | null) => {
      clearTimeout(timer);
      chrome.runtime.onMessage.removeListener(onAnswer);
      chrome.windows.onRemoved.removeListener(onRemoved);
      resolve(access);
    };
    const onAnswer = (answer: Answer, sender: chrome.runtime.MessageSender) => {
      if (answer.question === question && sender.url === page.href) end(answer.access);
    };
    const onRemoved = (id: number) => {
      if (id === window?.id) end(null);
    };
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    chrome.runtime.onMessage.addListener(onAnswer);
    chrome.windows.onRemoved.addListener(onRemoved);
  });
}
