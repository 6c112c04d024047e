import { ChromeEngine, type ChromeEngineOptions } from '@btcp/chrome';
import { type BrowserSession, Conversations, type ConversationsOptions, callableTools, callTool } from '@btcp/tools';
import { afterAll, beforeAll, beforeEach } from 'vitest';

const tools = callableTools({});

/** Calls tools in a conversation of its own for each test of the file, so that none sees the browser of another. */
export function freshBrowser(chrome: ChromeEngineOptions = {}, options: ConversationsOptions = {}) {
  // One Chrome for the file and a context for each test; `isolation: 'process'` where a test is about the process.
  const engine = new ChromeEngine({ isolation: 'context', ...chrome });
  const conversations = new Conversations(engine, options);
  let keeper: BrowserSession | undefined;
  let count = 0;
  const current = () => conversations.get(`c${count}`);
  // A shared Chrome ends with its last context: this one stays open between tests.
  beforeAll(async () => {
    if (chrome.isolation !== 'process') keeper = await engine.open('keeper');
  });
  beforeEach(async () => {
    await conversations.close(`c${count}`);
    count++;
  });
  afterAll(async () => {
    await keeper?.close();
    await conversations.closeAll();
  });
  const call = (name: string, input: unknown = {}, { signal } = new AbortController()) => {
    return callTool({ tools, name, input, conversation: current(), signal });
  };
  return { call, current };
}
