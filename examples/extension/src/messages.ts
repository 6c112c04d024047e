/** What the person lets agents do with a tab. */
export type Access = 'read' | 'act';

/** A command of the browser agent. */
export interface Command {
  action: string;
  [argument: string]: unknown;
}

/** What the worker tells a document: whether to show the mark, or what to do. */
export type ToDocument = { mark: Access | null } | { id: number; command: Command };

/** What a document answers. */
export interface FromDocument {
  id: number;
  response: unknown;
}

/** What the window that asks the person answers; no access is a no. */
export interface Answer {
  question: string;
  access: Access | null;
}

/** Where the server of `btcp serve` is, and its token. */
export interface Settings {
  serverUrl: string;
  token: string;
}

/** The name of the port between a document and the worker. */
export const DOCUMENT_PORT = 'btcp-document';
