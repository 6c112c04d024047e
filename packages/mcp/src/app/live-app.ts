import type { Conversation } from '@btcp/tools';

/** The live view that clients with MCP Apps show inside the chat. The program that runs browsers provides it. */
export interface LiveApp {
  /** The tools whose calls open it: every page that the agent opens, or only what is asked of a person. */
  opensWith: 'pages' | 'requests';
  page(): Promise<string>;
  /** Where the page may connect by WebSocket, such as `wss://browser.example.com`. */
  streamOrigins(): Promise<string[]>;
  /** A ticket for one WebSocket, or the last picture of a closed browser; rejects where the page has that. */
  ticket(
    conversation: Conversation,
    input: Record<string, unknown>,
  ): Promise<{ stream: string; ticket: string } | { picture: string }>;
  /** Waits for news of a viewer without a WebSocket, or begins one. */
  poll(conversation: Conversation, input: Record<string, unknown>, signal: AbortSignal): Promise<object>;
  send(conversation: Conversation, input: Record<string, unknown>): Promise<object>;
}
