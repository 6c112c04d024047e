import type { ControlState, UserRequest } from '@btcp/protocol';

/** An agent: a name, a browser profile of its own, and the sessions that it has had. */
export interface Agent {
  slug: string;
  name: string;
  /** Milliseconds since 1970, as every time here. */
  created: number;
  /** How its browser is reached: in this process, a child process, or a host elsewhere. */
  host: { kind: 'local' } | { kind: 'process' } | { kind: 'remote'; url: string };
}

/** One conversation with an agent. */
export interface Session {
  id: string;
  agent: string;
  title: string;
  created: number;
  updated: number;
  run: RunState;
}

/** What the agent's loop is doing. */
export type RunState =
  | { state: 'idle' }
  /** `note` says why it takes longer, such as that the provider makes it wait. */
  | { state: 'running'; step: number; stepLimit: number; note?: string }
  /** The agent has asked a person for something. */
  | { state: 'waiting'; request: UserRequest }
  | { state: 'stopped' }
  | { state: 'limit'; stepLimit: number }
  | { state: 'failed'; message: string; hint?: string };

export interface TokenUsage {
  input: number;
  output: number;
  cached: number;
}

/** A part of a message, in the order in which it came. */
export type MessagePart =
  | { type: 'text'; text: string }
  | (CallFacts & {
      type: 'tool';
      call: string;
      name: string;
      /** Secrets and what is typed into password fields are masked. */
      input: Record<string, unknown>;
      state: 'running' | 'done' | 'failed';
      /** One readable line: what, on what. */
      summary: string;
      /** What changed, as the tool's text says it. */
      text?: string;
      error?: { code: string; message: string; hint?: string };
      /** Milliseconds. */
      duration?: number;
      /** Pictures, by the address to load them from. */
      images?: string[];
      /** `status` is that of HTTP; null where there is none. */
      page?: { url: string; title: string; status?: number | null };
    });

/** What a call did, as data. Messages that older versions stored have none. */
export interface CallFacts {
  /** The element that was acted on, and its state afterwards; secrets are masked. */
  acted?: { element: string; value?: string; checked?: boolean | 'mixed'; selected?: string[] };
  effects?: CallEffects;
  /** Of a snapshot. */
  lines?: number;
  /** The size of a screenshot. */
  picture?: { width: number; height: number };
}

/** What an action set off. */
export interface CallEffects {
  navigated?: string;
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

/**
 * What the stream of a session tells, as SSE: `event` is the type, `data` the rest, `id` for `Last-Event-ID`.
 * It starts with `state`, so that a page that was just loaded needs nothing else.
 */
export type AppEvent =
  | { type: 'state'; session: Session; messages: Message[]; control: ControlState; browserActive: boolean }
  /** A message that is new or has changed: replace it by its id. */
  | { type: 'message'; message: Message }
  /** More text for the last text part of a message. */
  | { type: 'delta'; message: string; text: string }
  | { type: 'run'; run: RunState }
  | { type: 'usage'; total: TokenUsage }
  | { type: 'browser_active'; active: boolean }
  | { type: 'navigation'; tab: string; url: string }
  | { type: 'control'; control: ControlState }
  | { type: 'action'; action: RecordedAction }
  | { type: 'title'; title: string }
  /** A call has left something among the files. */
  | { type: 'files' }
  | WorkspaceEvent;

/** What the stream of the workspace tells, all of it first: each part as it is now. That of a session does with `?workspace`. */
export type WorkspaceEvent =
  | { type: 'agents'; agents: Agent[] }
  | { type: 'sessions'; agent: string; sessions: Session[] }
  | { type: 'model'; model: ModelSettings }
  | { type: 'connected'; connected: ConnectedBrowser[] };

/** What a call of a session has left: a picture, a long output, a download. */
export interface SessionFile {
  /** In its address. */
  name: string;
  /** What people know it by. */
  label: string;
  /** Bytes. */
  size: number;
  mimeType: string;
  created: number;
}

/** A state of an agent's browser that was saved. */
export interface SavedState {
  name: string;
  created: number;
}

/**
 * One step of the recording of a session: what the agent or a person called, and what came of it. A step whose tool is
 * `person` is a time in which a person drove: it says how much they did, and nothing that they typed.
 */
export interface RecordedAction {
  id: number;
  time: number;
  tool: string;
  input: Record<string, unknown>;
  /** Such as `button "Save"`. */
  element?: string;
  /** A CSS selector that finds the element again where refs do not live on. */
  selector?: string;
  /** The iframes that it is in, from the outermost on, as selectors; `selector` is for the innermost. */
  frames?: string[];
  success: boolean;
  /** What it set off, in a line. */
  outcome: string;
  url: string;
}

/** Which model runs the loop. The key itself is never sent. */
export interface ModelSettings {
  provider: 'openai-compatible' | 'openai' | 'anthropic' | 'google' | null;
  model: string | null;
  baseUrl: string | null;
  hasKey: boolean;
  /** What to set before the agent can run; null when it can. */
  missing: string | null;
  stepLimit: number;
}

/** A page that a person has connected: a browser of its own kind. */
export interface ConnectedBrowser {
  session: string;
  title: string;
  url: string;
  /** The connection is lost, and the page may still come back. */
  isAway: boolean;
  /** Those that it offers itself, with schemas in its own words. */
  tools: { name: string; description: string; inputSchema: unknown }[];
  /** The names of the `browser_*` tools that work on it; none where it does not offer to be driven. */
  browserTools: string[];
}

/*
 * POST   /api/login                                  { token } → 204, and a strict cookie
 * GET    /api/config                                 → { version, auth: boolean, model: ModelSettings, connected: ConnectedBrowser[] }
 * PUT    /api/settings                               { provider, model, baseUrl, key?, stepLimit } → ModelSettings
 * GET    /api/events                                 → SSE of WorkspaceEvent
 * POST   /api/pages/:session/tools/:name             the arguments → the tool's result, and the session of the page where the tab is then
 * GET    /api/agents                                 → Agent[]
 * POST   /api/logout                                 → 204, and the cookie is gone
 * POST   /api/agents                                 { name, host? } → Agent (201); the host is local when left out
 * PATCH  /api/agents/:slug                           { name } → Agent
 * DELETE /api/agents/:slug                           → 204
 * GET    /api/agents/:slug/sessions                  → Session[] (newest first)
 * POST   /api/agents/:slug/sessions                  { title? } → Session (201)
 * PATCH  /api/agents/:slug/sessions/:id              { title } → Session
 * DELETE /api/agents/:slug/sessions/:id              → 204
 * POST   /api/agents/:slug/sessions/:id/messages     { text } → 202 { message: Message }; starts the loop
 * POST   /api/agents/:slug/sessions/:id/stop         → 204
 * POST   /api/agents/:slug/sessions/:id/resume       → 202
 * GET    /api/agents/:slug/sessions/:id/events       → SSE of AppEvent; ?workspace tells the events of the workspace, too
 * POST   /api/agents/:slug/sessions/:id/tools/:name  the arguments → the tool's result
 * GET    /api/agents/:slug/sessions/:id/recording    ?format=json|btcp|puppeteer|playwright
 * GET    /api/agents/:slug/sessions/:id/files        → SessionFile[]; /files/:name → the file
 * POST   /api/agents/:slug/sessions/:id/links        { role: 'view' | 'control', expiresIn? } → { url, token, role }
 * GET    /api/agents/:slug/states → SavedState[] · POST { name, sessionId? } → { name, leftOut: string[] } (201) saves · POST /states/:name/restore · DELETE /states/:name
 * GET    /api/agents/:slug/browser/status            · POST /api/agents/:slug/browser/:action · WS /api/agents/:slug/browser/stream?sessionId=
 * The page itself is served at / and at /agents/…: /agents/:slug/sessions/:id is where people are sent by links.
 * Failures are { success: false, error: { code, message, hint? } } with the status of their code.
 * GET    /tools                                      → the tools with their schemas, for forms
 */
