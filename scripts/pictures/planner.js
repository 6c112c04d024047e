// A page that a person has open and connects: bundled, and served by take-pictures.mjs.
import { createClient } from '@btcp/client';
import { servePageAgent } from '@btcp/client/page-agent';
import { BrowserAgent } from 'btcp-browser-agent';

document.body.innerHTML = `
  <h1>Week of 16 November</h1>
  <ul id="events" aria-label="Events">
    <li>Monday 9:30, stand-up</li><li>Tuesday 14:00, design review with Grace</li><li>Thursday 11:00, dentist</li>
  </ul>
  <form><label>New event <input name="text"></label> <button type="button">Add</button> <a href="#next">Next week</a></form>`;

/** @param {string} text */
function addEvent(text) {
  const list = document.querySelector('#events');
  list?.append(Object.assign(document.createElement('li'), { textContent: text }));
  return `${list?.children.length} events this week`;
}
document.querySelector('button')?.addEventListener('click', () => {
  addEvent(document.querySelector('input')?.value ?? '');
});

const [serverUrl = '', token = ''] = decodeURIComponent(location.hash.slice(1)).split(' ');
history.replaceState(null, '', location.pathname);
const metadata = { title: document.title, url: location.origin };
const client = createClient({ serverUrl, auth: { type: 'bearer', token }, grants: ['dom:write'], metadata });
client.registerTool({
  name: 'add_event',
  description: 'Adds an event to the week',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'What it is' },
      day: { type: 'string', enum: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] },
      time: { type: 'string', description: 'Such as 9:30' },
    },
    required: ['text', 'day'],
  },
  handler: ({ text, day, time }) => addEvent(`${day}${time ? ` ${time}` : ''}, ${text}`),
});
client.registerTool({
  name: 'free_times',
  description: 'Lists the times that are still free',
  inputSchema: { type: 'object', properties: { hours: { type: 'number', description: 'At least so long' } } },
  handler: () => 'Wednesday from 9:00 to 17:00, Friday from 13:00 to 17:00',
});
servePageAgent(client, new BrowserAgent());
await client.connect();
