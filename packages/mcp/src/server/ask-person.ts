import type { Conversation, ToolResult } from '@btcp/tools';
import { type InputRequiredResult, inputRequired, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { clientCapabilities } from '../app/client-capabilities.js';

interface Question {
  server: Server;
  context: ServerContext;
  input: Record<string, unknown>;
  conversation: Conversation;
  isShown: boolean;
  call(input: Record<string, unknown>): Promise<ToolResult>;
  report(message: string): void;
}

const ANSWER = 'take_over';
// Clients end a call after 60 seconds, unless they asked for progress.
const SHORT_WAIT = '45s';

/** Clients differ: some show the live view, some open the link, some show it as progress, and for others the model shows it and calls again. */
export async function askPerson(question: Question): Promise<ToolResult | InputRequiredResult> {
  const { context, input, conversation, call, report } = question;
  if (input.wait === false) return call(input);
  if (question.isShown) return askInChat(question);
  const answer = context.mcpReq.inputResponses?.[ANSWER] as { action?: string } | undefined;
  if (answer === undefined) {
    const wasAsked = conversation.lease.state.request !== null;
    const asked = await call({ ...input, wait: false });
    const { link } = asked.data as { link?: string };
    const message = String(input.message ?? 'The agent asks you to take over.');
    if (link && canOpenAddresses(question)) {
      return inputRequired({ inputRequests: { [ANSWER]: inputRequired.elicitUrl({ message, url: link }) } });
    }
    if (link && !wasAsked && context.mcpReq._meta?.progressToken === undefined) return asked;
    if (link) report(`${message} ${link}`);
  } else if (answer.action !== 'accept') {
    const { request } = conversation.lease.state;
    if (request) conversation.lease.decline(request.id);
    return { text: 'The person declined.', data: { outcome: 'declined' }, page: null };
  }
  return call(input);
}

async function askInChat({ context, input, call }: Question): Promise<ToolResult> {
  if (context.mcpReq._meta?.progressToken !== undefined) return call(input);
  await call({ ...input, wait: false });
  return call({ ...input, timeout: SHORT_WAIT });
}

function canOpenAddresses({ server, context }: Question): boolean {
  return clientCapabilities(server, context)?.elicitation?.url !== undefined;
}
