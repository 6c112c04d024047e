/** Asks the server of this user to serve MCP on the connection: one line of JSON, then MCP in both directions. */
export interface JoinRequest {
  token: string | null;
  join: JoinOptions;
}

/** What `btcp mcp` asks for about the tools; the server's settings hold for the rest. */
export interface JoinOptions {
  isContentOnly?: boolean;
  isWarm?: boolean;
  chatView?: string;
  tools?: string;
  allow?: string;
  deny?: string;
  aliases?: string;
  timeout?: string;
}

/** The answer of the server, one line of JSON before the first message. */
export type JoinReply = { joined: true } | { refused: string };
