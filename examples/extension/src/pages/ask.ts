// The window that asks the person. What it shows of the page is text, and the origin comes first.
import type { Access, Answer } from '../messages.js';

const parameters = new URLSearchParams(location.search);
const action = parameters.get('action');
show('origin', originOf(parameters.get('url') ?? ''));
show('title', parameters.get('title') ?? '');
if (action) show('question', `An agent wants to act in this tab (${action}). Allow it?`);
on('read', 'read');
on('act', 'act');
on('no', null);

function on(id: string, access: Access | null): void {
  document.getElementById(id)?.addEventListener('click', async () => {
    const answer: Answer = { question: parameters.get('question') ?? '', access };
    await chrome.runtime.sendMessage(answer).catch(() => undefined);
    window.close();
  });
}

function show(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'this page';
}
