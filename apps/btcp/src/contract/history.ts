import type { Caller } from '@btcp/protocol';
import type { CallEffects } from './types.js';

/** Why a step has neither a picture nor the words of its page. */
export type HiddenBecause = 'secret' | 'private';

export interface HistorySession {
  id: string;
  name: string;
  caller: Caller;
  agent?: string;
  /** Milliseconds since 1970, like every time here. */
  since: number;
  lastUsed: number;
  steps: number;
  bytes: number;
  picture: number | null;
}

/** One call, or the tool `person` for a time in which a person drove. */
export interface HistoryStep {
  number: number;
  time: number;
  duration: number;
  tool: string;
  summary: string;
  success: boolean;
  page?: { url: string; title: string };
  text?: string;
  effects?: CallEffects;
  changes?: string;
  hidden?: HiddenBecause;
  look?: HistoryLook;
}

export interface HistoryLook {
  hasPicture: boolean;
  hasSnapshot: boolean;
  requests: number;
  failedRequests: number;
  logs: number;
  errors: number;
}

export interface HistoryWords {
  time: number;
  role: 'user' | 'agent';
  text: string;
}

export interface History {
  session: HistorySession;
  steps: HistoryStep[];
  words: HistoryWords[];
}

export interface HistoryRequest {
  id?: number;
  url: string;
  method: string;
  type: string;
  time: number;
  status?: number;
  contentType?: string;
  responseTime?: number;
  duration?: number;
  size?: number;
  failure?: string;
}

export interface HistoryLog {
  type: string;
  text: string;
  time: number;
  url?: string;
  line?: number;
}

export interface HistoryDetails {
  before: string | null;
  after: string | null;
  requests: HistoryRequest[];
  console: HistoryLog[];
}
