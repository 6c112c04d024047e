import type { Settings } from '../shared/messages.js';

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
  if (saved) saved.textContent = 'Saved.';
});
