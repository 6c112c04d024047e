import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BtcpError, type KeptFile, type ToolResult } from '@btcp/tools';
import { SessionHub } from '../api/session-hub.js';
import type { Agent, AppEvent, Message, ModelSettings, Session } from '../api/types.js';
import { shorten } from '../recording/describe-call.js';
import { Recorder } from '../recording/recorder.js';
import { Models } from '../runtime/model-settings.js';
import { Runs } from '../runtime/runs.js';
import { shownMessage } from '../store/messages.js';
import { Store } from '../store/store.js';
import { type AgentHost, UNTOUCHED } from './agent-host.js';
import { AgentHosts } from './agent-hosts.js';
import { AgentStates } from './agent-states.js';
import { namesInstead } from './names-instead.js';
import { SessionFolder } from './session-folder.js';

export interface WorkspaceOptions {
  /** Where all of it is kept. */
  folder: string;
  /** The names of the tools that a model is shown. */
  tools: readonly string[];
  createHost(agent: Agent): AgentHost;
}

const NEW_TITLE = 'New session';

/** Agents, their sessions, and what happens in them. */
export class Workspace {
  readonly store: Store;
  readonly hub = new SessionHub();
  readonly models: Models;
  readonly runs: Runs;
  readonly states: AgentStates;
  readonly #hosts: AgentHosts;
  readonly #recorder: Recorder;
  readonly #folder: string;
  readonly #pictures = new WeakMap<ToolResult, string[]>();

  constructor({ folder, tools, createHost }: WorkspaceOptions) {
    this.#folder = folder;
    this.store = new Store(folder);
    this.models = new Models(this.store.settings);
    this.#hosts = new AgentHosts(createHost);
    this.#recorder = new Recorder(this.store, this.hub, (agent) => this.hostOf(agent));
    this.states = new AgentStates(
      this.store.states,
      (agent) => this.hostOf(agent),
      (agent, session, use) => this.#withHost(agent, session, use),
    );
    this.runs = new Runs({
      store: this.store,
      hub: this.hub,
      models: this.models,
      tools,
      hostOf: (agent) => this.hostOf(agent),
      call: (agent, session, name, input, signal) => this.call(agent, session, name, input, signal),
      picturesOf: (result) => this.#pictures.get(result) ?? [],
    });
  }

  /** Whether a browser is open, or an agent at work. */
  get isInUse(): boolean {
    return this.#hosts.isActive || this.runs.isActive;
  }

  agent(slug: string): Agent {
    const agent = this.store.agents.get(slug);
    if (agent) return agent;
    const slugs = this.store.agents.list().map((each) => each.slug);
    throw new BtcpError('not_found', `There is no agent "${slug}".`, {
      hint: namesInstead(slug, slugs, 'There are none yet: create one at the web page, or with POST /api/agents.'),
    });
  }

  createAgent(name: string, host: Agent['host']): Agent {
    const agent = this.#putAgent({ slug: this.#freeSlug(name), name, created: Date.now(), host });
    // That it has none yet.
    this.hub.tellChange({ of: 'sessions', agent: agent.slug });
    return agent;
  }

  renameAgent(slug: string, name: string): Agent {
    return this.#putAgent({ ...this.agent(slug), name });
  }

  async removeAgent(slug: string): Promise<void> {
    const agent = this.agent(slug);
    await this.runs.stopAll(slug);
    if (agent.host.kind === 'remote') await this.#leaveHost(agent);
    this.#recorder.stop(slug);
    // Gone before its host is: whoever asks for it meanwhile would start another one.
    this.store.agents.remove(slug);
    this.hub.tellChange({ of: 'agents' });
    await this.#hosts.close(slug);
    await rm(this.agentFolder(slug), { recursive: true, force: true });
  }

  hostOf(agent: Agent): AgentHost {
    return this.#hosts.of(agent);
  }

  agentFolder(slug: string): string {
    return join(this.#folder, 'agents', slug);
  }

  session(slug: string, id: string): Session {
    this.agent(slug);
    const session = this.store.sessions.get(slug, id);
    if (session) return session;
    throw new BtcpError('not_found', `Agent "${slug}" has no session "${id}".`, {
      hint: `GET /api/agents/${slug}/sessions lists them.`,
    });
  }

  createSession(slug: string, title?: string, id = randomBytes(9).toString('base64url')): Session {
    this.agent(slug);
    const now = Date.now();
    const run = { state: 'idle' } as const;
    const session: Session = { id, agent: slug, title: title || NEW_TITLE, created: now, updated: now, run };
    this.store.sessions.add(session);
    this.hub.tellChange({ of: 'sessions', agent: slug });
    return session;
  }

  /** The session of this id; agents elsewhere bring ids of their own. */
  ensureSession(slug: string, id: string): Session {
    return this.store.sessions.get(slug, id) ?? this.createSession(slug, `Session ${shorten(id, 40)}`, id);
  }

  renameSession(slug: string, id: string, title: string): Session {
    this.session(slug, id);
    this.store.sessions.setTitle(slug, id, title);
    this.hub.tell(slug, id, { type: 'title', title });
    return this.session(slug, id);
  }

  async removeSession(slug: string, id: string): Promise<void> {
    this.session(slug, id);
    await this.runs.stop(slug, id);
    this.store.sessions.remove(slug, id);
    this.#recorder.stop(slug, id);
    this.hub.tellChange({ of: 'sessions', agent: slug });
    await this.files(slug, id).remove();
  }

  files(slug: string, id: string): SessionFolder {
    // An id may be anything that an agent elsewhere has made up.
    return new SessionFolder(
      join(this.agentFolder(slug), 'files', Buffer.from(id).toString('base64url').slice(0, 200)),
    );
  }

  changeModel(change: Record<string, unknown>): ModelSettings {
    const settings = this.models.change(change);
    this.hub.tellChange({ of: 'model' });
    return settings;
  }

  /** Keeps what a person says, and lets the agent answer. */
  say(slug: string, id: string, text: string): Message {
    const agent = this.agent(slug);
    const session = this.session(slug, id);
    if (this.runs.isRunning(slug, id)) {
      throw new BtcpError('busy', 'The agent is at work in this session.', { hint: 'Stop it first, or wait.' });
    }
    // Who cannot be answered keeps the words in the box where they were written.
    this.models.choose();
    const message: Message = {
      id: randomBytes(12).toString('base64url'),
      role: 'user',
      created: Date.now(),
      parts: [{ type: 'text', text }],
    };
    this.store.messages.add(slug, id, message);
    this.hub.tell(slug, id, { type: 'message', message });
    if (session.title === NEW_TITLE) this.renameSession(slug, id, shorten(text, 60));
    this.runs.start(agent, session);
    return message;
  }

  async stop(slug: string, id: string): Promise<void> {
    this.session(slug, id);
    await this.runs.stop(slug, id);
    // How a run ended cannot be kept while the disk is full.
    if (isUnderWay(this.session(slug, id))) this.runs.tell(slug, id, { state: 'stopped' });
  }

  /** Lets the agent go on where it was stopped. */
  resume(slug: string, id: string): void {
    const session = this.session(slug, id);
    if (session.run.state === 'idle') {
      throw new BtcpError('invalid_input', 'There is nothing to resume: the agent is done.', {
        hint: 'Send a message to go on.',
      });
    }
    this.runs.start(this.agent(slug), session);
  }

  /** Runs a tool in the agent's browser for a session, and records it. Between two sessions it changes hands by itself. */
  async call(agent: Agent, session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult> {
    const { slug } = agent;
    this.#recorder.follow(agent, session);
    try {
      const result = await this.#withHost(agent, session, (host) => host.call(session, name, input, signal));
      const names = await this.#keepFiles(agent, session, result);
      const base = `/api/agents/${slug}/sessions/${encodeURIComponent(session)}/files/`;
      this.#pictures.set(
        result,
        names.map((file) => base + encodeURIComponent(file)),
      );
      this.#recorder.call(slug, session, name, input, { result });
      return result;
    } catch (error) {
      this.#recorder.call(slug, session, name, input, { error });
      throw error;
    }
  }

  /** All that a page needs to show a session. */
  async state(slug: string, id: string): Promise<Extract<AppEvent, { type: 'state' }>> {
    const session = this.session(slug, id);
    const agent = this.agent(slug);
    const host = this.hostOf(agent);
    this.#recorder.follow(agent, id);
    const status = await host.status(id).catch(() => undefined);
    const isOwner = status?.sessionId === id;
    return {
      type: 'state',
      session,
      messages: this.store.messages.list(slug, id).map(shownMessage),
      control: (isOwner && status.control) || UNTOUCHED,
      browserActive: isOwner && status.active,
    };
  }

  async close(): Promise<void> {
    await this.runs.stopAll();
    await this.#hosts.closeAll();
    this.#recorder.stop();
    this.store.close();
  }

  /** What runs elsewhere does not end with this server, but with its agent. */
  async #leaveHost(agent: Agent): Promise<void> {
    const host = this.hostOf(agent);
    const { sessions } = await host.status().catch(() => ({ sessions: [] }));
    const { signal } = new AbortController();
    await Promise.allSettled(sessions.map((session) => host.call(session, 'browser_close', {}, signal)));
  }

  /** Uses the agent's browser for a session; it changes hands unless its owner is at work. */
  async #withHost<T>(agent: Agent, session: string, use: (host: AgentHost) => Promise<T>): Promise<T> {
    const host = this.hostOf(agent);
    try {
      return await use(host);
    } catch (thrown) {
      if (!(thrown instanceof BtcpError) || thrown.code !== 'browser_owned') throw thrown;
      const { sessionId: owner } = await host.status();
      if (owner !== null && this.runs.isRunning(agent.slug, owner)) throw thrown;
      if (owner !== null) await host.transfer(owner, session);
      return use(host);
    }
  }

  /** Resolves with the names of the pictures. */
  async #keepFiles(agent: Agent, session: string, result: ToolResult): Promise<string[]> {
    if (!result.images?.length && !result.files?.length) return [];
    const host = this.hostOf(agent);
    const copy = (file: KeptFile, target: string) => host.copyFile(session, file, target);
    const pictures = await this.files(agent.slug, session).keep(result, copy);
    this.hub.tell(agent.slug, session, { type: 'files' });
    return pictures;
  }

  #putAgent(agent: Agent): Agent {
    this.store.agents.put(agent);
    this.hub.tellChange({ of: 'agents' });
    return agent;
  }

  #freeSlug(name: string): string {
    const slug = slugOf(name);
    for (let number = 1; ; number++) {
      const free = number === 1 ? slug : `${slug}-${number}`;
      if (!this.store.agents.get(free)) return free;
    }
  }
}

function isUnderWay({ run: { state } }: Session): boolean {
  return state === 'running' || state === 'waiting';
}

function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 40) || 'agent';
}
