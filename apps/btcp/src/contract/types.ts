import type { ControlState, ListedSession, UserRequest } from '@btcp/protocol';

export type { ListedSession };

export type Right = 'watch' | 'drive' | 'own';

export interface Share {
  person: string;
  role: 'watch' | 'drive';
}

export interface Agent {
  slug: string;
  name: string;
  /** The member of the team who created it; the operator when left out. Its sessions belong to the same person. */
  owner?: string;
  /** Milliseconds since 1970, like every time here. */
  created: number;
  host: { kind: 'local' } | { kind: 'process' } | { kind: 'remote'; url: string };
  /** It follows the script of the built-in demonstration in place of a model. */
  isDemo?: true;
  settings?: AgentSettings;
}

export interface AgentSettings {
  model?: string;
  /** Added to those that every agent has. */
  instructions?: string;
  tools?: string[];
  stepLimit?: number;
}

export interface Session {
  id: string;
  agent: string;
  title: string;
  created: number;
  updated: number;
  run: RunState;
  right?: Right;
}

export type RunState =
  | { state: 'idle' }
  /** `note` says why it takes longer, such as a provider's rate limit; `isSilent` that the model sends nothing. */
  | {
      state: 'running';
      step: number;
      stepLimit: number;
      note?: string;
      isSilent?: boolean;
      /** The session whose run has to end first, because both need the one browser of the agent. */
      waitsFor?: { session: string; title: string };
    }
  | { state: 'waiting'; request: UserRequest }
  /** `note` says why nobody stopped it. */
  | { state: 'stopped'; note?: string }
  | { state: 'limit'; stepLimit: number }
  | ({ state: 'failed' } & ModelProblem);

export interface ModelProblem {
  message: string;
  hint?: string;
  /** Runs that failed before this was stored have none. */
  next?: 'retry' | 'settings' | 'new-session';
}

export type ModelTest = { ok: true; text: string; milliseconds: number } | { ok: false; problem: ModelProblem };

export interface TokenUsage {
  input: number;
  output: number;
  cached: number;
}

export type MessagePart =
  | { type: 'text'; text: string }
  /** A file that the person attached; `name` is the one in the session's files. */
  | { type: 'file'; name: string; label: string; size: number; mimeType: string }
  | (CallFacts & {
      type: 'tool';
      call: string;
      name: string;
      /** Secrets are masked. */
      input: Record<string, unknown>;
      state: 'running' | 'done' | 'failed';
      summary: string;
      text?: string;
      error?: { code: string; message: string; hint?: string };
      duration?: number;
      images?: string[];
      page?: { url: string; title: string; status?: number | null };
    });

/** Messages that older versions stored have none. */
export interface CallFacts {
  acted?: { element: string; value?: string; checked?: boolean | 'mixed'; selected?: string[] };
  effects?: CallEffects;
  lines?: number;
  picture?: { width: number; height: number };
}

export interface CallEffects {
  navigated?: string;
  title?: string;
  openedTabs?: { id: string; url: string }[];
  dialog?: { type: string; message: string };
  downloads?: { name: string; url: string }[];
  fileChooser?: { multiple: boolean };
  focus?: { element: string; ref: string };
  announcements?: string[];
  /** Whether the page differs from what was last read of it. */
  hasChanges: boolean;
}

export interface Message {
  id: string;
  role: 'user' | 'agent';
  created: number;
  parts: MessagePart[];
  usage?: TokenUsage;
}

export type AppEvent =
  | { type: 'state'; session: Session; messages: Message[]; control: ControlState; browserActive: boolean }
  | { type: 'message'; message: Message }
  /** `at` is where the text belongs in the last part of the message. */
  | { type: 'delta'; message: string; at: number; text: string }
  | { type: 'run'; run: RunState }
  | { type: 'usage'; total: TokenUsage }
  | { type: 'browser_active'; active: boolean }
  | { type: 'navigation'; tab: string; url: string }
  | { type: 'control'; control: ControlState }
  | { type: 'action'; action: RecordedAction }
  | { type: 'title'; title: string }
  | { type: 'files' }
  | WorkspaceEvent;

/** Events of the workspace stream, which begins with all of them. A session's stream includes them with `?workspace`. */
export type WorkspaceEvent =
  | { type: 'agents'; agents: Agent[] }
  | { type: 'sessions'; agent: string; sessions: Session[] }
  | { type: 'model'; model: ModelSettings }
  | { type: 'connected'; connected: ConnectedBrowser[] }
  | { type: 'live'; sessions: ListedSession[] }
  | { type: 'live_session'; session: ListedSession }
  | { type: 'live_gone'; id: string };

export interface SessionFile {
  name: string;
  label: string;
  size: number;
  mimeType: string;
  created: number;
}

export interface SavedState {
  name: string;
  created: number;
}

/** What stood around an element, such as `button "Pay"`. */
export interface Surroundings {
  /** No other element of the page had its role and name. */
  isOnly: boolean;
  before: string[];
  after: string[];
}

export interface RecordedField {
  role: string;
  name: string;
  around: Surroundings;
  frames?: string[];
}

export interface RecordedAction {
  id: number;
  time: number;
  tool: string;
  input: Record<string, unknown>;
  element?: string;
  role?: string;
  name?: string;
  selector?: string;
  frames?: string[];
  around?: Surroundings;
  /** The fields of a form, in the order of its input; null for one that was not filled or not in a snapshot. */
  fields?: (RecordedField | null)[];
  /** The value of the field afterwards, unless it is secret. */
  holds?: string;
  success: boolean;
  outcome: string;
  /** The action set nothing off, and the outcome says only what was done. */
  isPlain?: boolean;
  url: string;
}

export interface ModelSettings {
  provider: 'openai-compatible' | 'openai' | 'anthropic' | 'google' | null;
  model: string | null;
  baseUrl: string | null;
  hasKey: boolean;
  missing: string | null;
  stepLimit: number;
}

export interface ConnectedBrowser {
  session: string;
  title: string;
  url: string;
  isAway: boolean;
  tools: { name: string; description: string; inputSchema: unknown }[];
  browserTools: string[];
}
