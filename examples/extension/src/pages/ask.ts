// The window that asks the person. It shows the page as text, the origin first.
import type { Access, Answer } from '../shared/messages.js';

// Ignores clicks and keys that were meant for the window below.
const UNSEEN_MS = 600;

const parameters = new URLSearchParams(location.search);
const action = parameters.get('action') ?? '';
const origin = parameters.get('origin') ?? '';
show('origin', origin);
show('title', parameters.get('title') ?? '');
if (action) {
  document.title = 'Let an agent act?';
  show('question', 'An agent wants to act in this tab');
  show(
    'explanation',
    `It can read the tab already, and now wants to ${action}. If you allow it, it may act here until you end it.`,
  );
  show('act', 'Allow');
  document.getElementById('read')?.remove();
}
on('read', 'read');
on('act', 'act');
on('no', null);
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void answer(null);
});
setTimeout(() => {
  for (const button of document.querySelectorAll('button')) button.disabled = false;
}, UNSEEN_MS);

function on(id: string, access: Access | null): void {
  document.getElementById(id)?.addEventListener('click', () => void answer(access));
}

async function answer(access: Access | null): Promise<void> {
  const message: Answer = { tabId: Number(parameters.get('tab')), origin, action, access };
  await chrome.runtime.sendMessage(message).catch(() => undefined);
  window.close();
}

function show(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}
