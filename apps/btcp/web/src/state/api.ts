import { withoutBoundary } from '@btcp/protocol';
import type { FleetStatus } from '../../../src/contract/fleet.ts';
import type { HistorySession } from '../../../src/contract/history.ts';
import type {
  Agent,
  AgentSettings,
  CallEffects,
  ConnectedBrowser,
  ListedSession,
  Message,
  ModelProblem,
  ModelSettings,
  ModelTest,
  RecordedAction,
  SavedState,
  Session,
  SessionFile,
  Share,
} from '../../../src/contract/types.ts';
import { ownFetch } from './sign-in.ts';

export interface Config {
  start: string[];
  version: string;
  auth: boolean;
  /** Whether people open it at another address than its own. */
  isPublic: boolean;
  /** Null for the person who runs the server. */
  user: { name: string; role: TeamToken['role'] } | null;
  isTeam: boolean;
  isFleet: boolean;
  hasDemo: boolean;
  model: ModelSettings;
  connected: ConnectedBrowser[];
}

/** Without the token itself. */
export interface TeamToken {
  id: string;
  name: string;
  role: 'member' | 'viewer' | 'admin';
  sessions: string[];
  scope?: { tools?: string[]; hosts?: string[]; sessions?: string[] };
  created: number;
  expires?: number;
  lastUsed: number | null;
  /** Of the person, by UTC. */
  today: { browserMs: number; downloadedBytes: number; openBrowsers: number };
}

export interface AuditEntry {
  time: string;
  user: string;
  door: string;
  act: string;
  session?: string;
  outcome: string;
}

export type CreatedToken = Omit<TeamToken, 'lastUsed' | 'today'> & { token: string };

export type TokenRequest = Pick<TeamToken, 'name' | 'role' | 'sessions'> & {
  tools: string[];
  hosts: string[];
  days: number;
};

export function isAdmin(config: Config | null): boolean {
  return config !== null && (config.user === null || config.user.role === 'admin');
}

export type ModelChange = Pick<ModelSettings, 'provider' | 'model' | 'baseUrl' | 'stepLimit'> & { key?: string };

/** Null takes a setting back to the one of the workspace. */
export type AgentChange = { [Name in keyof AgentSettings]-?: AgentSettings[Name] | null };

export type ModelDraft = Omit<ModelChange, 'stepLimit'>;

export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: unknown;
}

export interface FieldSchema {
  type?: string | string[];
  enum?: string[];
  default?: unknown;
  description?: string;
  items?: FieldSchema & { properties?: Record<string, unknown> };
}

export interface ToolAnswer<Data = unknown> {
  success: boolean;
  text?: string;
  data?: Data;
  images?: { data: string; mimeType: string }[];
  /** Which line of a snapshot shows each ref, such as `@e3`. */
  refLines?: Record<string, number>;
  page?: { url: string; title: string; status?: number | null } | null;
  effects?: Omit<CallEffects, 'hasChanges'> & { changes?: string };
  error?: { code: string; message: string; hint?: string };
}

export interface PageToolAnswer<Data = unknown> extends ToolAnswer<Data> {
  session?: string;
}

export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Sessions that began elsewhere have no agent. */
export const sessionPath = (agent: string, session: string) =>
  `/api${agent === '' ? '' : `/agents/${encodeURIComponent(agent)}`}/sessions/${encodeURIComponent(session)}`;

export const picturePath = (session: string) => `/sessions/${encodeURIComponent(session)}/picture`;

/** Opens the live view in place of a person who was sent it. */
export interface ShareLink {
  url: string;
}

const sharePath = (agent: string, session: string, person: string) =>
  `${sessionPath(agent, session)}/shares/${encodeURIComponent(person)}`;

const agentPath = (agent: string) => `/api/agents/${encodeURIComponent(agent)}`;

export const api = {
  login: (given: { token: string } | { code: string }) => request<{ token?: string }>('POST', '/api/login', given),
  renew: () => request<{ token?: string }>('POST', '/api/login/renew'),
  logout: () => request<void>('POST', '/api/logout'),
  providerSession: () => request<{ hasExpired: boolean }>('GET', '/auth/session'),
  signOutOfProvider: () => request<void>('POST', '/auth/sign-out'),
  config: () => request<Config>('GET', '/api/config'),
  saveModel: (change: ModelChange) => request<ModelSettings>('PUT', '/api/settings', change),
  testModel: (draft: ModelDraft) => request<ModelTest>('POST', '/api/settings/test', draft),
  models: (draft: ModelDraft) =>
    request<{ models: string[]; problem?: ModelProblem }>('POST', '/api/settings/models', draft),
  tokens: () => request<{ tokens: TeamToken[] }>('GET', '/api/tokens'),
  createToken: (token: TokenRequest) => request<CreatedToken>('POST', '/api/tokens', token),
  revokeToken: (id: string) => request<void>('DELETE', `/api/tokens/${encodeURIComponent(id)}`),
  fleet: () => request<FleetStatus>('GET', '/fleet'),
  drain: (worker: string) => request<void>('POST', `/fleet/workers/${encodeURIComponent(worker)}/drain`, {}),
  audit: (user: string) =>
    request<{ entries: AuditEntry[] }>('GET', `/api/audit${user && `?user=${encodeURIComponent(user)}`}`),
  shares: (agent: string, session: string) =>
    request<{ shares: Share[]; people: string[] }>('GET', `${sessionPath(agent, session)}/shares`),
  share: (agent: string, session: string, { person, role }: Share) =>
    request<{ shares: Share[] }>('PUT', sharePath(agent, session, person), { role }),
  unshare: (agent: string, session: string, person: string) =>
    request<{ shares: Share[] }>('DELETE', sharePath(agent, session, person)),
  startDemo: () => request<Session>('POST', '/api/demo'),
  agents: () => request<Agent[]>('GET', '/api/agents'),
  live: () => request<ListedSession[]>('GET', '/api/sessions'),
  past: () => request<{ sessions: HistorySession[] }>('GET', '/api/history'),
  createAgent: (name: string) => request<Agent>('POST', '/api/agents', { name }),
  renameAgent: (agent: string, name: string) => request<Agent>('PATCH', agentPath(agent), { name }),
  setAgent: (agent: string, settings: AgentChange) => request<Agent>('PATCH', agentPath(agent), { settings }),
  deleteAgent: (agent: string) => request<void>('DELETE', agentPath(agent)),
  sessions: (agent: string) => request<Session[]>('GET', `${agentPath(agent)}/sessions`),
  createSession: (agent: string) => request<Session>('POST', `${agentPath(agent)}/sessions`, {}),
  renameSession: (agent: string, session: string, title: string) =>
    request<Session>('PATCH', sessionPath(agent, session), { title }),
  deleteSession: (agent: string, session: string) => request<void>('DELETE', sessionPath(agent, session)),
  makeLink: (agent: string, session: string, role: 'view' | 'control', expiresIn: string) =>
    request<ShareLink>('POST', `${sessionPath(agent, session).replace(/^\/api\/sessions/, '/sessions')}/links`, {
      role,
      expiresIn,
    }),
  send: (agent: string, session: string, text: string, files: readonly string[]) =>
    request<{ message: Message }>('POST', `${sessionPath(agent, session)}/messages`, { text, files }),
  attach: (agent: string, session: string, file: File) =>
    request<SessionFile>('POST', `${sessionPath(agent, session)}/files?name=${encodeURIComponent(file.name)}`, file),
  stop: (agent: string, session: string) => request<void>('POST', `${sessionPath(agent, session)}/stop`),
  resume: (agent: string, session: string) => request<void>('POST', `${sessionPath(agent, session)}/resume`),
  recording: (agent: string, session: string) =>
    request<RecordedAction[]>('GET', `${sessionPath(agent, session)}/recording?format=json`),
  files: (agent: string, session: string) => request<SessionFile[]>('GET', `${sessionPath(agent, session)}/files`),
  states: (agent: string) => request<SavedState[]>('GET', `${agentPath(agent)}/states`),
  saveState: (agent: string, name: string, sessionId: string) =>
    request<{ leftOut: string[] }>('POST', `${agentPath(agent)}/states`, { name, sessionId }),
  restoreState: (agent: string, name: string, sessionId: string) =>
    request<void>('POST', `${agentPath(agent)}/states/${encodeURIComponent(name)}/restore`, { sessionId }),
  deleteState: (agent: string, name: string) =>
    request<void>('DELETE', `${agentPath(agent)}/states/${encodeURIComponent(name)}`),
  async tools() {
    const { tools } = await request<{ tools: ToolDescription[] }>('GET', '/tools');
    return tools;
  },
  // A failed call is an answer too; only a lost server throws.
  async callTool<Data>(agent: string, session: string, name: string, input: object): Promise<ToolAnswer<Data>> {
    const response = await ask('POST', `${sessionPath(agent, session)}/tools/${name}`, input);
    return plainAnswer(await response.json());
  },
  async callOnPage<Data>(page: string, name: string, input: object): Promise<PageToolAnswer<Data>> {
    const response = await ask('POST', `/api/pages/${encodeURIComponent(page)}/tools/${name}`, input);
    return plainAnswer(await response.json());
  },
};

function plainAnswer<Answer extends ToolAnswer>(answer: Answer): Answer {
  const { text, error } = answer;
  return {
    ...answer,
    ...(text === undefined ? {} : { text: withoutBoundary(text) }),
    ...(error ? { error: { ...error, message: withoutBoundary(error.message) } } : {}),
  };
}

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await ask(method, path, body);
  const text = await response.text();
  const answer = text === '' ? undefined : parsed(text);
  if (response.ok) return answer as T;
  const error = (answer as Partial<ToolAnswer> | undefined)?.error;
  throw new ApiError(
    response.status === 401 ? 'unauthorized' : (error?.code ?? 'internal'),
    error?.message ?? `${method} ${path} was answered with ${response.status}.`,
    error?.hint,
  );
}

async function ask(method: string, path: string, body?: object): Promise<Response> {
  const json = () => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const init = body instanceof File ? { body } : body ? json() : {};
  try {
    return await ownFetch(path, { method, ...init });
  } catch {
    throw new ApiError('unreachable', 'The server does not answer.', 'Is btcp serve still running?');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
