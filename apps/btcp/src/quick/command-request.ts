/** A command as the thin client sends it to the server of its user: one line of JSON. */
export interface CommandRequest {
  token: string | null;
  /** The words after `btcp`. */
  line: string[];
  folder: string;
  session?: string;
  isJson?: boolean;
  isQuiet?: boolean;
  /** What was given on standard input, where a word of the line is `-`. */
  input?: string;
}

/** What the client writes, and its exit code: one line of JSON. */
export interface CommandReply {
  out: string;
  err: string;
  code: number;
  /** Not a command of the server: the client knows others. */
  isUnknown?: boolean;
}
