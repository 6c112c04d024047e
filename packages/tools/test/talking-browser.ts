import type { PageCommand, ReadAction } from '@btcp/protocol';
import { BtcpError, Conversations, callTool, catalogue, createToolSet, type Secrets, type Tool } from '@btcp/tools';
import { TestSession } from './test-engine.ts';

const tools = createToolSet(catalogue);

const DEFAULTS: Record<string, object> = { browser_evaluate: { script: 'said' } };

// A browser whose page says what a test asks it to, in every way that a page has.
class TalkingSession extends TestSession {
  said = '';
  title: string | undefined;
  /** What reading its text fails with. */
  failure: BtcpError | undefined;
  /** The field that takes nothing. */
  refuses: string | undefined;
  /** What its password fields hold. */
  held: string[] = [];
  readonly typed: unknown[] = [];
  readonly files: string[] = [];

  override async page() {
    const page = await super.page();
    return { ...page, title: this.title ?? page.title };
  }
  override async ask<Action extends ReadAction>(command: PageCommand<Action>) {
    if (this.failure) throw this.failure;
    this.text = this.said;
    return super.ask(command);
  }
  override async evaluate() {
    return this.answer(JSON.stringify(this.said));
  }
  override async consoleLogs() {
    return this.answer({ entries: [{ context: 'page' as const, type: 'log', text: this.said, time: 0 }], dropped: 0 });
  }
  override async networkRequests() {
    const entry = { context: 'page' as const, url: this.said, method: 'GET', type: 'fetch', time: 0, status: 200 };
    return this.answer({ entries: [entry], dropped: 0 });
  }
  override async secrets() {
    return this.held;
  }
  override async type(...input: unknown[]) {
    this.typed.push(...input);
    return super.type();
  }
  override async fill(...input: unknown[]) {
    this.typed.push(...input);
    if (input[0] === this.refuses) {
      throw new BtcpError('not_actionable', `The page refuses ${input[1]}.`, { hint: 'Try another field.' });
    }
    return super.fill();
  }
  override async saveFile(_name?: string, data?: unknown) {
    this.files.push(String(data));
    return '/files/1';
  }
}

export function talkingBrowser(secrets: Secrets = {}) {
  const session = new TalkingSession('talking');
  const conversations = new Conversations({ open: async () => session, close: async () => {} }, { secrets });
  const { signal } = new AbortController();
  const call = (name: string, input: unknown = DEFAULTS[name] ?? {}, offered = tools) =>
    callTool({ tools: offered, name, input, conversation: conversations.get('a'), signal });
  const callWith = (tool: Tool) => call(tool.name, {}, createToolSet([tool]));
  const conversation = conversations.get('a');
  conversation.watch();
  return { session, call, callWith, masker: conversation.masker };
}
