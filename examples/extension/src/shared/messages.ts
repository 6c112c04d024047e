import type { PageCommand, PageWhere } from '@btcp/client/page-agent';

export type Access = 'read' | 'act';

/** The steps of a photograph in a document. */
export type Pose =
  | { step: 'begin'; selector?: string | undefined; fullPage?: boolean | undefined }
  | { step: 'show'; x: number; y: number; isFirst: boolean }
  | { step: 'end' };

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

/** A question to the person: to share a tab, or to let an agent act in it. */
export interface Question {
  tabId: number;
  origin: string;
  /** What an agent is about to do; empty for sharing. */
  action: string;
}

export interface Answer extends Question {
  access: Access | null;
}

export interface Settings {
  serverUrl: string;
  token: string;
}

export const DOCUMENT_PORT = 'btcp-document';
