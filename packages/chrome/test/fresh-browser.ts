import { ChromeEngine, type ChromeEngineOptions } from '@btcp/chrome';
import { Conversations, callableTools, callTool } from '@btcp/tools';
import { afterAll, beforeEach } from 'vitest';

const tools = callableTools({});

/** Calls tools in a conversation of its own for each test of the file, so that none sees the browser of another. */
export function freshBrowser(options?: ChromeEngineOptions) {
  const conversations = new Conversations(new ChromeEngine(options));
  let count = 0;
  const current = () => conversations.get(`c${count}`);
  beforeEach(async () => {
    await conversations.close(`c${count}`);
    count++;
  });
  afterAll(() => conversations.closeAll());
  const call = (name: string, input: unknown = {}) => {
    const { signal } = new AbortController();
    return callTool({ tools, name, input, conversation: current(), signal });
  };
  return { call, current };
}
