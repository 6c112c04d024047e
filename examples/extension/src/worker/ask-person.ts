import type { Access, Question } from '../shared/messages.js';

// An unanswered question is a no, before the agent's call times out.
const PATIENCE_MS = 90_000;

interface OpenQuestion {
  windowId: number | undefined;
  answered: Promise<Access | null>;
  settle(access: Access | null): void;
}

const questions = new Map<number, OpenQuestion>();

chrome.windows.onRemoved.addListener((windowId) => {
  for (const [tabId, question] of questions) if (question.windowId === windowId) settleQuestion(tabId, null);
});

/** Asks in a window of the extension, which no page can imitate or click. */
export async function askPerson(question: Question & { title: string }): Promise<Access | null> {
  const { tabId } = question;
  const open = questions.get(tabId);
  if (open?.windowId !== undefined)
    await chrome.windows.update(open.windowId, { focused: true }).catch(() => undefined);
  return open ? open.answered : openQuestion(question);
}

export function settleQuestion(tabId: number, access: Access | null): void {
  questions.get(tabId)?.settle(access);
}

/** Whether a message comes from the window that asks. Chrome says who sent it; a page cannot. */
export function isFromAskWindow({ url }: chrome.runtime.MessageSender): boolean {
  return url?.startsWith(chrome.runtime.getURL('ask.html')) ?? false;
}

async function openQuestion({ tabId, ...rest }: Question & { title: string }): Promise<Access | null> {
  let resolve: (access: Access | null) => void = () => {};
  const answered = new Promise<Access | null>((settled) => {
    resolve = settled;
  });
  const timer = setTimeout(() => question.settle(null), PATIENCE_MS);
  const question: OpenQuestion = {
    windowId: undefined,
    answered,
    settle(access) {
      clearTimeout(timer);
      questions.delete(tabId);
      if (question.windowId !== undefined) chrome.windows.remove(question.windowId).catch(() => undefined);
      resolve(access);
    },
  };
  questions.set(tabId, question);
  const page = new URL(chrome.runtime.getURL('ask.html'));
  page.search = String(new URLSearchParams({ tab: `${tabId}`, ...rest }));
  const window = await chrome.windows.create({ url: page.href, type: 'popup', width: 480, height: 360 });
  question.windowId = window?.id;
  return answered;
}
