import type { PageCommand, PageWhere } from '@btcp/client/page-agent';

/** What the person lets agents do with a tab. */
export type Access = 'read' | 'act';

/** What a photograph needs of a document: to make way for it, to scroll there, to be as it was. */
export type Pose =
  | { step: 'begin'; selector?: string | undefined; fullPage?: boolean | undefined }
  | { step: 'show'; x: number; y: number; isFirst: boolean }
  | { step: 'end' };

/** What the worker tells a document: whether to show the mark, that the sharing is over, or what to do. */
export type ToDocument =
  | { mark: Access | null }
  | { isOver: true }
  | { id: number; command: PageCommand }
  | { id: number; pose: Pose };

/** What a document answers, in the form of the BrowserAgent's replies. */
export interface FromDocument {
  id: number;
  response: Response;
}

export type Response =
  | { success: true; data: unknown; page?: PageWhere }
  | { success: false; error: string; [detail: string]: unknown };

/** What the person was asked: whether to share a tab, or to let an agent act in one that is shared. */
export interface Question {
  tabId: number;
  /** The site that the tab showed then. */
  origin: string;
  /** What an agent is about to do; nothing when it is the person who shares. */
  action: string;
}

/** What the window that asks the person answers; no access is a no. */
export interface Answer extends Question {
  access: Access | null;
}

/** Where the server of `btcp serve` is, and its token. */
export interface Settings {
  serverUrl: string;
  token: string;
}

/** The name of the port between a document and the worker. */
export const DOCUMENT_PORT = 'btcp-document';
