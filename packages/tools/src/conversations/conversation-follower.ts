import type { ToolResult } from '../shaping/tool-result.js';
import type { Conversation } from './conversation.js';

/** How a call ended. */
export type CallOutcome = { result: ToolResult } | { error: unknown };

/** Follows the conversations of a server: which there are, and what is called in them. */
export interface ConversationFollower {
  /** A conversation is used for the first time, or again after it had ended. */
  began(conversation: Conversation): void;
  /** A conversation has no browser and no user any more. */
  ended(conversation: Conversation): void;
  /** A tool is called; the function that is returned is called with the outcome. Both must not throw. */
  called(conversation: Conversation, name: string, input: unknown): (outcome: CallOutcome) => void;
}
