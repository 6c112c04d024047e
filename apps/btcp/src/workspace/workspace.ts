import { randomBytes } from 'node:crypto';
import { INITIAL_CONTROL } from '@btcp/host';
import { BtcpError, type ToolSet } from '@btcp/tools';
import type { LanguageModel } from 'ai';
import { AgentBrowsers } from '../agents/agent-browsers.js';
import { AgentStates } from '../agents/agent-states.js';
import type { Agent, AppEvent, Message, Session, SessionFile } from '../contract/types.js';
import { type Demonstration, demoModel } from '../demo/demo-model.js';
import { DEMO_TASK } from '../demo/errand.js';
import { SessionHub } from '../events/session-hub.js';
import type { AgentHost } from '../hosts/agent-host.js';
import { AgentHosts } from '../hosts/agent-hosts.js';
import type { PendingMerges } from '../hosts/copies/kept-browser.js';
import { Recorder } from '../recording/recorder.js';
import { Models } from '../runtime/model-settings.js';
import { Runs } from '../runtime/runs.js';
import { shownMessage } from '../store/messages.js';
import { Store } from '../store/store.js';
import { AgentDirectory } from './agent-directory.js';
import { SessionDirectory } from './session-directory.js';

export interface WorkspaceOptions {
  folder: string;
  /** Listed to the agents' models. */
  tools: readonly string[];
  /** What an agent may be given. */
  offered: readonly string[];
  permitted: ToolSet;
  /** Rejects an address that the network policy refuses. */
  reach(address: string): Promise<void>;
  /** Milliseconds after which a model that sends nothing is reported. */
  modelSilence: number;
  /** The built-in demonstration; undefined where its browser would run elsewhere. */
  demo?: Demonstration | undefined;
  hostFor(agent: Agent, folder: string, pending: PendingMerges): AgentHost;
  /** A session is deleted, or an agent with all of them. */
  onRemoved?(agent: string, session?: string): Promise<void>;
}

const MB = 1024 * 1024;
const ATTACHED = { file: 25 * MB, session: 500 * MB };

export class Workspace {
  readonly store: Store;
  readonly hub = new SessionHub();
  readonly hosts: AgentHosts;
  readonly browsers: AgentBrowsers;
  readonly states: AgentStates;
  readonly models: Models;
  readonly agents: AgentDirectory;
  readonly sessions: SessionDirectory;
  readonly reach: WorkspaceOptions['reach'];
  readonly #recorder: Recorder;
  readonly #runs: Runs;
  readonly #demo: Demonstration | undefined;
  readonly #onRemoved: WorkspaceOptions['onRemoved'];

  constructor(options: WorkspaceOptions) {
    const { folder, tools, offered: offeredTools, permitted, reach, modelSilence, demo, hostFor, onRemoved } = options;
    this.reach = reach;
    this.#onRemoved = onRemoved;
    const store = new Store(folder);
    const { hub } = this;
    const hosts = new AgentHosts((agent) => hostFor(agent, store.folders.of(agent.slug), mergesOf(store, agent.slug)));
    this.store = store;
    this.hosts = hosts;
    this.#recorder = new Recorder(store, hub, hosts);
    this.browsers = new AgentBrowsers({
      hosts,
      recorder: this.#recorder,
      folders: store.folders,
      hub,
      permitted,
      titleOf: (agent, session) => store.sessions.get(agent, session)?.title ?? session,
    });
    this.states = new AgentStates(store.states, hosts, this.browsers);
    this.models = new Models(store.settings, hub);
    const { browsers, models } = this;
    const offered = new Set(offeredTools);
    this.#demo = demo;
    this.#runs = new Runs({
      store,
      hub,
      hosts,
      browsers,
      models,
      tools,
      offered,
      reach,
      modelSilence,
      demo: () => this.#demoModel(),
    });
    this.agents = new AgentDirectory(store.agents, hub, offered);
    this.sessions = new SessionDirectory(store, this.agents, hub);
  }

  get isInUse(): boolean {
    return this.hosts.isActive || this.#runs.isActive;
  }

  async removeAgent(slug: string): Promise<void> {
    const agent = this.agents.get(slug);
    await this.#runs.stopAll(slug);
    if (agent.host.kind === 'remote') await this.hosts.leave(agent);
    this.#recorder.stop(slug);
    // Before its host is closed: a request in between would create another one.
    this.agents.remove(slug);
    await this.hosts.close(slug);
    await this.store.folders.remove(slug);
    await this.#onRemoved?.(slug);
  }

  async removeSession(slug: string, id: string): Promise<void> {
    this.sessions.get(slug, id);
    await this.#runs.stop(slug, id);
    await this.hosts.of(this.agents.get(slug)).closeCopy?.(id);
    this.sessions.remove(slug, id);
    this.#recorder.stop(slug, id);
    await this.store.folders.session(slug, id).remove();
    await this.#onRemoved?.(slug, id);
  }

  /** Keeps a file for a message that follows. */
  async attach(slug: string, id: string, label: string, body: ReadableStream<Uint8Array>): Promise<SessionFile> {
    const file = await this.store.folders.session(slug, id).receive(label, body, ATTACHED);
    this.hub.publish(slug, id, { type: 'files' });
    return file;
  }

  async attached(slug: string, id: string, names: readonly string[]): Promise<SessionFile[]> {
    this.sessions.get(slug, id);
    return Promise.all(names.map((name) => this.store.folders.session(slug, id).file(name)));
  }

  say(slug: string, id: string, text: string, files: readonly SessionFile[] = []): Message {
    const session = this.sessions.get(slug, id);
    const agent = this.agents.get(slug);
    const isQueued = this.#runs.isRunning(slug, id);
    if (isQueued) this.#runs.queue(slug, id);
    else this.#runs.assertCanStart(agent, id);
    const message: Message = {
      id: randomBytes(12).toString('base64url'),
      role: 'user',
      created: Date.now(),
      parts: [{ type: 'text', text }, ...files.map(({ created: _, ...file }) => ({ type: 'file' as const, ...file }))],
    };
    this.store.messages.add(slug, id, message);
    this.hub.publish(slug, id, { type: 'message', message });
    this.sessions.nameAfter(text, session);
    if (!isQueued) this.#runs.start(agent, id);
    return message;
  }

  get hasDemo(): boolean {
    return this.#demo !== undefined;
  }

  /** Starts the demonstration of a person, or returns the one that is under way. */
  startDemo(owner?: string): Session {
    if (!this.#demo) throw noDemo();
    const { slug } = this.agents.demo(owner);
    const underWay = this.sessions.list(slug).find(isUnderWay);
    if (underWay) return underWay;
    const { id } = this.sessions.create(slug);
    this.say(slug, id, DEMO_TASK);
    return this.sessions.get(slug, id);
  }

  async #demoModel(): Promise<LanguageModel> {
    if (!this.#demo) throw noDemo();
    const { shop, pace } = this.#demo;
    return demoModel({ shop: await shop.open(), pace });
  }

  async stop(slug: string, id: string): Promise<void> {
    this.sessions.get(slug, id);
    await this.#runs.stop(slug, id);
    // A full disk may have kept the end of the run from being stored.
    if (isUnderWay(this.sessions.get(slug, id))) this.#runs.setState(slug, id, { state: 'stopped' });
  }

  resume(slug: string, id: string): void {
    const { run } = this.sessions.get(slug, id);
    if (run.state === 'idle') {
      throw new BtcpError('invalid_input', 'There is nothing to resume: the agent is done.', {
        hint: 'Send a message to go on.',
      });
    }
    this.#runs.start(this.agents.get(slug), id);
  }

  async state(slug: string, id: string): Promise<Extract<AppEvent, { type: 'state' }>> {
    const session = this.sessions.get(slug, id);
    const agent = this.agents.get(slug);
    this.#recorder.follow(agent, id);
    const status = await this.hosts
      .of(agent)
      .status(id)
      .catch(() => undefined);
    const isOwner = status?.sessionId === id;
    return {
      type: 'state',
      session,
      messages: this.store.messages.list(slug, id).map(shownMessage),
      control: (isOwner && status.control) || INITIAL_CONTROL,
      browserActive: isOwner && status.active,
    };
  }

  async close(): Promise<void> {
    await this.#runs.stopAll();
    await this.hosts.closeAll();
    this.#demo?.shop.close();
    this.#recorder.stop();
    this.store.close();
  }
}

function noDemo(): BtcpError {
  return new BtcpError('unsupported', 'This server cannot show the demonstration: its browsers run elsewhere.', {
    hint: 'Start btcp serve without --connect and --fleet.',
  });
}

function isUnderWay({ run: { state } }: Session): boolean {
  return state === 'running' || state === 'waiting';
}

function mergesOf({ merges }: Store, agent: string): PendingMerges {
  return {
    list: () => merges.list(agent),
    add: (changes, wins) => merges.add(agent, changes, wins),
    setMade: (number) => merges.setMade(number),
    remove: (numbers) => merges.remove(numbers),
    origins: () => merges.origins(agent),
    saw: (origin) => merges.saw(agent, origin),
  };
}
