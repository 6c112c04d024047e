import type { Agent, ConnectedBrowser, ListedSession, ModelSettings, Session } from '../../../src/contract/types.ts';
import { type AgentChange, ApiError, api, type Config, type ModelChange, type ToolDescription } from './api.ts';
import { goNowhere, goToSession, goToSessions, route } from './route.ts';
import { forgetToken, isDue, keepToken, ownToken, PROVIDER } from './sign-in.ts';
import { createStore } from './store.ts';

interface Workspace {
  phase: 'loading' | 'login' | 'unavailable' | 'ready';
  problem: ApiError | null;
  // Why the person has to sign in, as the server or this page names it.
  notice: string | null;
  config: Config | null;
  agents: readonly Agent[];
  sessions: Readonly<Record<string, readonly Session[]>>;
  tools: readonly ToolDescription[];
  connected: readonly ConnectedBrowser[];
  // All sessions with a browser, from any client.
  live: readonly ListedSession[];
}

export const workspace = createStore<Workspace>({
  phase: 'loading',
  problem: null,
  notice: null,
  config: null,
  agents: [],
  sessions: {},
  tools: [],
  connected: [],
  live: [],
});

const RETRY_AFTER = 2000;
// How the server names a sign-in that succeeded.
const SIGNED_IN = 'done';

export async function enter(
  given?: string,
  shown = given === undefined ? fromAddress() : { token: given },
): Promise<void> {
  try {
    await signIn(shown);
    await load();
  } catch (thrown) {
    if (isRefused(thrown)) askToSignIn();
    else {
      workspace.update({ phase: 'unavailable', problem: thrown instanceof ApiError ? thrown : null });
      setTimeout(() => void enter(given, shown).catch(() => {}), RETRY_AFTER);
    }
    if (given) throw thrown;
  }
}

// The fragment reaches no server or log, and does not stay in the address bar.
function fromAddress(): { token: string } | { code: string } | undefined {
  const link = new URLSearchParams(location.hash.slice(1));
  const [code, token, notice] = [link.get('code'), link.get('token'), link.get('sign-in')];
  if (code ?? token ?? notice) history.replaceState(null, '', location.pathname);
  // A token of before would be sent in place of the sign-in.
  if (notice === SIGNED_IN) forgetToken();
  else if (notice) workspace.update({ notice });
  return code ? { code } : token ? { token } : undefined;
}

// A link can be opened once; a person who is signed in may open it again.
async function signIn(shown: { token: string } | { code: string } | undefined): Promise<void> {
  try {
    const { token } = shown ? await api.login(shown) : isDue() ? await api.renew() : {};
    if (token) keepToken(token);
  } catch (thrown) {
    if (!isRefused(thrown) || ownToken() === '' || (shown && 'token' in shown)) throw thrown;
  }
}

export async function signOut(): Promise<void> {
  if (isOfProvider()) await api.signOutOfProvider();
  else await api.logout().finally(forgetToken);
  workspace.update({ phase: 'login', notice: 'signed-out' });
}

// Whether the person comes by the cookie of a sign-in at the provider.
function isOfProvider(): boolean {
  return PROVIDER !== '' && ownToken() === '';
}

function askToSignIn(): void {
  workspace.update({ phase: 'login' });
  if (isOfProvider()) void noticeExpiry().catch(() => {});
}

async function noticeExpiry(): Promise<void> {
  const { hasExpired } = await api.providerSession();
  if (hasExpired) workspace.update({ notice: workspace.get().notice ?? 'expired' });
}

export async function isThere(agent: string, id: string): Promise<boolean> {
  try {
    if (agent === '') return (await api.live()).some((session) => session.id === id);
    return (await api.sessions(agent)).some((session) => session.id === id);
  } catch (thrown) {
    if (isRefused(thrown)) askToSignIn();
    return !(thrown instanceof ApiError && thrown.code === 'not_found');
  }
}

export async function checkAccess(): Promise<void> {
  await api.agents().catch((thrown) => isRefused(thrown) && askToSignIn());
}

function isRefused(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.code === 'unauthorized';
}

async function load(): Promise<void> {
  const [config, agents, tools, live] = await Promise.all([api.config(), api.agents(), api.tools(), api.live()]);
  // The stream delivers the sessions of the other agents.
  const [start] = agents;
  const sessions = start ? { [start.slug]: await api.sessions(start.slug) } : {};
  workspace.update({
    phase: 'ready',
    notice: null,
    config,
    agents,
    tools,
    sessions,
    connected: config.connected,
    live,
  });
  const first = start && sessions[start.slug]?.[0];
  if (route.get().place.kind !== 'none') return;
  if (first) goToSession(start.slug, first.id);
  else if (live.length > 0) goToSessions();
}

export async function createAgent(name: string): Promise<void> {
  const agent = await api.createAgent(name);
  // The stream may have delivered it already.
  workspace.update({ agents: [...workspace.get().agents.filter(({ slug }) => slug !== agent.slug), agent] });
  await createSession(agent.slug);
}

export async function startDemo(): Promise<void> {
  const session = await api.startDemo();
  const agents = await api.agents();
  workspace.update({ agents });
  setSessions(session.agent, [session, ...sessionsOf(session.agent).filter(({ id }) => id !== session.id)]);
  goToSession(session.agent, session.id);
}

/** Why the model of an agent cannot run; null where it can, and for the demonstration, which needs none. */
export function missingModel({ config, agents }: Workspace, agent: string): string | null {
  const { isDemo, settings } = agents.find(({ slug }) => slug === agent) ?? {};
  const { model, provider, hasKey, missing } = config?.model ?? { missing: null };
  // All but the name of the model may be there.
  const hasOwn = settings?.model && model === null && provider && (hasKey || provider === 'openai-compatible');
  return isDemo || hasOwn ? null : missing;
}

export async function renameAgent(slug: string, name: string): Promise<void> {
  const before = workspace.get().agents.find((agent) => agent.slug === slug);
  if (!before) return;
  setAgent({ ...before, name });
  try {
    setAgent(await api.renameAgent(slug, name));
  } catch (thrown) {
    setAgent(before);
    throw thrown;
  }
}

export async function saveAgent(slug: string, settings: AgentChange): Promise<void> {
  setAgent(await api.setAgent(slug, settings));
}

function setAgent(changed: Agent): void {
  workspace.update({ agents: workspace.get().agents.map((agent) => (agent.slug === changed.slug ? changed : agent)) });
}

export async function deleteAgent(slug: string): Promise<void> {
  const { place } = route.get();
  if (place.kind === 'session' && place.agent === slug) goNowhere();
  await api.deleteAgent(slug);
  workspace.update({ agents: workspace.get().agents.filter((agent) => agent.slug !== slug) });
}

export async function createSession(agent: string): Promise<void> {
  const session = await api.createSession(agent);
  setSessions(agent, [session, ...sessionsOf(agent).filter(({ id }) => id !== session.id)]);
  goToSession(agent, session.id);
}

export async function renameSession(agent: string, id: string, title: string): Promise<void> {
  const before = sessionsOf(agent).find((session) => session.id === id);
  changeSession(agent, id, { title });
  try {
    await api.renameSession(agent, id, title);
  } catch (thrown) {
    if (before) changeSession(agent, id, { title: before.title });
    throw thrown;
  }
}

export async function deleteSession(agent: string, id: string): Promise<void> {
  const { place } = route.get();
  const next = sessionsOf(agent).find((session) => session.id !== id);
  // Leave first: the stream may report the removal before the answer arrives.
  if (place.kind === 'session' && place.session === id) {
    if (next) goToSession(agent, next.id);
    else goNowhere();
  }
  await api.deleteSession(agent, id);
  setSessions(
    agent,
    sessionsOf(agent).filter((session) => session.id !== id),
  );
}

export function changeSession(agent: string, id: string, change: Partial<Session>): void {
  // A list that has not arrived yet will include the change.
  if (!workspace.get().sessions[agent]) return;
  setSessions(
    agent,
    sessionsOf(agent).map((session) => (session.id === id ? { ...session, ...change } : session)),
  );
}

export async function renameLive({ agent = '', id }: ListedSession, name: string): Promise<void> {
  if (agent === '') await api.renameSession(agent, id, name);
  else await renameSession(agent, id, name);
}

/** Ends the browser; what was done in it stays listed for a while. */
export async function closeLive({ agent = '', id }: ListedSession): Promise<void> {
  if (agent === '') await api.deleteSession(agent, id);
  else await api.callTool(agent, id, 'browser_close', {});
}

export async function saveModel(change: ModelChange): Promise<ModelSettings> {
  const model = await api.saveModel(change);
  const { config } = workspace.get();
  if (config) workspace.update({ config: { ...config, model } });
  return model;
}

function sessionsOf(agent: string): readonly Session[] {
  return workspace.get().sessions[agent] ?? [];
}

export function setSessions(agent: string, list: readonly Session[]): void {
  workspace.update({ sessions: { ...workspace.get().sessions, [agent]: list } });
}
