import { BtcpError } from '@btcp/protocol';
import type { Conversation } from '../conversations/conversation.js';
import { redactArguments } from '../secrets/redact.js';
import type { Tool } from '../tools/definition/tool.js';

export interface SupervisedCall {
  tool: Tool;
  input: Record<string, unknown>;
  conversation: Conversation;
  signal: AbortSignal;
}

let calls = 0;

export async function supervise<T>(
  { tool, input, conversation, signal }: SupervisedCall,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { events, lease } = conversation;
  const start = Date.now();
  const call = ++calls;
  const { name } = tool;
  events.add({ type: 'tool_call', call, name, arguments: redactArguments(input) });
  const end = (error?: unknown) => {
    const duration = Date.now() - start;
    const failure = error === undefined ? {} : { error: signal.aborted ? 'cancelled' : BtcpError.from(error).code };
    events.add({ type: 'tool_result', call, name, success: error === undefined, ...failure, duration });
  };
  try {
    const result = tool.isForPerson ? await run(signal) : await runWithPass();
    end();
    return result;
  } catch (thrown) {
    end(thrown);
    throw thrown;
  }

  async function runWithPass(): Promise<T> {
    using pass = lease.admit(effectOf(tool, input), signal);
    try {
      const result = await run(pass.signal);
      pass.assertMayTell();
      return result;
    } catch (thrown) {
      // An error may quote the page, like a result.
      pass.assertMayTell();
      if (!pass.signal.aborted || signal.aborted) throw thrown;
      throw new BtcpError('control_held_by_user', `${name} was interrupted: a person took control.`, {
        hint: 'When they hand back, take a new snapshot to see how far it got.',
        cause: thrown,
      });
    }
  }
}

// A borrowed argument, such as a script, may act even in a tool that only reads.
function effectOf({ effect, borrows = {} }: Tool, input: Record<string, unknown>): Tool['effect'] {
  return Object.keys(borrows).some((argument) => input[argument] !== undefined) ? 'write' : effect;
}
