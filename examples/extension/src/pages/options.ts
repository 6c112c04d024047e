import { createClient } from '@btcp/client';
import type { Settings } from '../shared/messages.js';

const ANSWER_MS = 10_000;

const form = document.querySelector('form');
const command = document.getElementById('command');
const saved = document.getElementById('saved');
if (command) command.textContent = `npx @btcp/cli serve --allow-origin ${location.origin}`;

const { settings } = await chrome.storage.local.get<{ settings?: Settings }>('settings');
for (const [name, value] of Object.entries(settings ?? {})) {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const next: Settings = { serverUrl: String(fields.get('serverUrl')), token: String(fields.get('token')) };
  await chrome.storage.local.set({ settings: next });
  show('Saved. Connecting…');
  show(await answerOf(next));
});

// Connects once, as a shared tab will.
async function answerOf({ serverUrl, token }: Settings): Promise<string> {
  const client = createClient({ serverUrl, auth: { type: 'bearer', token }, autoReconnect: false });
  const late = new Promise<never>((_, reject) => setTimeout(reject, ANSWER_MS, new Error('it does not answer')));
  try {
    await Promise.race([client.connect(), late]);
    return 'Saved. The server answers.';
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return `Saved, but tabs cannot be shared yet: ${reason} Check the address, the token, and that the server was started with the command above.`;
  } finally {
    client.destroy();
  }
}

function show(text: string): void {
  if (saved) saved.textContent = text;
}
