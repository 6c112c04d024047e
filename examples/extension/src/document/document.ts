// Runs in a tab that the person shares, in a world that the page cannot see.
import { BrowserAgent } from 'btcp-browser-agent';
import { DOCUMENT_PORT, type FromDocument, type ToDocument } from '../messages.js';
import { createMark } from './mark.js';

const agent = new BrowserAgent();
const mark = createMark(document);
const port = chrome.runtime.connect({ name: DOCUMENT_PORT });

port.onMessage.addListener((message: ToDocument) => {
  if ('mark' in message) mark.show(message.mark);
  else void answer(message.id, message.command);
});
port.onDisconnect.addListener(() => mark.show(null));

async function answer(id: number, command: { action: string }): Promise<void> {
  const response = await agent.execute(command);
  const message: FromDocument = { id, response };
  port.postMessage(message);
}
