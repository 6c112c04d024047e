/** A command as the thin client sends it to the server of its user: one line of JSON. */
export interface CommandRequest {
  token: string | null;
  line: string[];
  folder: string;
  session?: string;
  isJson?: boolean;
  isQuiet?: boolean;
  hasColours?: boolean;
  /** Whether lines about long work may come before the reply. */
  showsProgress?: boolean;
  /** What was given on standard input, where a word of the line is `-`. */
  input?: string;
  /** The texts of files that words such as `@notes.txt` name, by word. The server reads no file for a command. */
  files?: Record<string, string>;
}

/** What a server is doing meanwhile: lines of JSON before the reply. */
export interface CommandProgress {
  progress: string;
}

/** What the client writes, and its exit code: one line of JSON. */
export interface CommandReply {
  out: string;
  err: string;
  code: number;
  /** Not a command of the server: the client knows others. */
  isUnknown?: boolean;
  /** A file that the client writes: its path and its content in base64. */
  save?: { path: string; content: string };
}

/** `@notes.txt` names a file; `@e3` is a ref. */
export function namesFile(word: string): boolean {
  return /^@.*[./]/.test(word);
}
