import { randomBytes } from 'node:crypto';
import { INITIAL_CONTROL } from '@btcp/host';
import { BtcpError, type ToolSet } from '@btcp/tools';
import type { LanguageModel } from 'ai';
import { AgentBrowsers } from '../agents/agent-browsers.js';
import { AgentStates } from '../agents/agent-states.js';
import type { Agent, AppEvent, Message, Session, SessionFile } from '../contract/types.js';
import { type Demonstration, demoModel } from '../demo/demo-model.js';
import { DEMO_TASK } from '../demo/errand.js';
import type { SessionHub } from '../events/session-hub.js';
import type { AgentHost } from '../hosts/agent-host.js';
import { AgentHosts } from '../hosts/agent-hosts.js';
import type { PendingMerges } from '../hosts/copies/kept-browser.js';
import { Recorder } from '../recording/recorder.js';
import { Models } from '../runtime/model-settings.js';
import { RunWatch } from '../runtime/run-watch.js';
import { Runs } from '../runtime/runs.js';
import { Sealing } from '../runtime/sealed.js';
import type { DatabaseAddress } from '../settings/database.js';
import { shownMessage } from '../store/messages.js';
import { Store } from '../store/store.js';
import { AgentDirectory } from './agent-directory.js';
import { SessionDirectory } from './session-directory.js';

export interface WorkspaceOptions {
  folder: string;
  database?: DatabaseAddress | undefined;
  sealingKey?: Buffer | undefined;
  tools: readonly string[];
  offered: readonly string[];
  permitted: ToolSet;
  reach(address: string): Promise<void>;
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
  readonly hosts: AgentHosts;
  readonly browsers: AgentBrowsers;
  readonly states: AgentStates;
  readonly models: Models;
  readonly agents: AgentDirectory;
  readonly sessions: SessionDirectory;
  readonly reach: WorkspaceOptions['reach'];
  readonly #recorder: Recorder;
  readonly #runs: Runs;
  readonly #runWatch: RunWatch;
  readonly #demo: Demonstration | undefined;
  readonly #onRemoved: WorkspaceOptions['onRemoved'];

  static async open(options: WorkspaceOptions): Promise<Workspace> {
    return new Workspace(await Store.open(options.folder, options.database), options);
  }

  private constructor(store: Store, options: WorkspaceOptions) {
    const { tools, permitted, reach, modelSilence, demo, hostFor, sealingKey } = options;
    this.#demo = demo;
    this.#onRemoved = options.onRemoved;
    this.reach = reach;
    const { sessions, folders } = store;
    const hosts = new AgentHosts((agent) => hostFor(agent, folders.of(agent.slug), mergesOf(store, agent.slug)));
    this.store = store;
    this.hosts = hosts;
    this.#recorder = new Recorder(store, hosts);
    this.browsers = new AgentBrowsers({ hosts, recorder: this.#recorder, folders, sessions, permitted });
    this.states = new AgentStates(store.states, hosts, this.browsers);
    this.models = new Models(store.settings, new Sealing(sealingKey));
    const { browsers, models } = this;
    const offered = new Set(options.offered);
    const asked = { offered, reach, modelSilence, demo: () => this.#demoModel() };
    this.#runs = new Runs({ store, hosts, browsers, models, tools, ...asked });
    this.#runWatch = new RunWatch(store, this.#runs);
    this.agents = new AgentDirectory(store.agents, offered);
    this.sessions = new SessionDirectory(store, this.agents);
  }

  get hub(): SessionHub {
    return this.store.database.hub;
  }

  get isInUse(): boolean {
    return this.hosts.isActive || this.#runs.isActive;
  }

  async removeAgent(slug: string): Promise<void> {
    const agent = await this.agents.get(slug);
    await this.#runs.stopAll(slug);
    for (const { id } of await this.sessions.list(slug)) await this.#runWatch.stopElsewhere(slug, id);
    if (agent.host.kind === 'remote') await this.hosts.leave(agent);
    this.#recorder.stop(slug);
    // Before its host is closed: a request in between would create another one.
    await this.agents.remove(slug);
    await this.hosts.close(slug);
    await this.store.folders.remove(slug);
    await this.#onRemoved?.(slug);
  }

  async removeSession(slug: string, id: string): Promise<void> {
    await this.sessions.get(slug, id);
    await this.#runs.stop(slug, id);
    await this.#runWatch.stopElsewhere(slug, id);
    await this.hosts.of(await this.agents.get(slug)).closeCopy?.(id);
    await this.sessions.remove(slug, id);
    this.#recorder.stop(slug, id);
    await this.store.folders.session(slug, id).remove();
    await this.#onRemoved?.(slug, id);
  }

  async attach(slug: string, id: string, label: string, body: ReadableStream<Uint8Array>): Promise<SessionFile> {
    const file = await this.store.folders.session(slug, id).receive(label, body, ATTACHED);
    await this.store.sessions.filesChanged(slug, id);
    return file;
  }

  async attached(slug: string, id: string, names: readonly string[]): Promise<SessionFile[]> {
    await this.sessions.get(slug, id);
    return Promise.all(names.map((name) => this.store.folders.session(slug, id).file(name)));
  }

  async say(slug: string, id: string, text: string, files: readonly SessionFile[] = []): Promise<Message> {
    const [session, agent] = await Promise.all([this.sessions.get(slug, id), this.agents.get(slug)]);
    const isRunningHere = this.#runs.isRunning(slug, id);
    // Without a model, nobody would read the message.
    if (!isRunningHere && !isUnderWay(session)) await this.#runs.choose(agent);
    const message: Message = {
      id: randomBytes(12).toString('base64url'),
      role: 'user',
      created: Date.now(),
      parts: [{ type: 'text', text }, ...files.map(({ created: _, ...file }) => ({ type: 'file' as const, ...file }))],
    };
    const isQueued = await this.store.runs.addMessage(slug, id, message, isRunningHere);
    await this.sessions.nameAfter(text, session);
    if (!isQueued) await this.#startFor(agent, id);
    return message;
  }

  get hasDemo(): boolean {
    return this.#demo !== undefined;
  }

  async startDemo(owner?: string): Promise<Session> {
    if (!this.#demo) throw noDemo();
    const { slug } = await this.agents.demo(owner);
    const underWay = (await this.sessions.list(slug)).find(isUnderWay);
    if (underWay) return underWay;
    const { id } = await this.sessions.create(slug);
    await this.say(slug, id, DEMO_TASK);
    return this.sessions.get(slug, id);
  }

  async stop(slug: string, id: string): Promise<void> {
    await this.sessions.get(slug, id);
    await this.#runs.stop(slug, id);
    await this.#runWatch.stopElsewhere(slug, id);
    // A full disk may have kept the end of the run from being stored.
    await this.store.runs.stopOrphan(slug, id);
  }

  async resume(slug: string, id: string): Promise<void> {
    const { run } = await this.sessions.get(slug, id);
    if (run.state === 'idle') {
      throw new BtcpError('invalid_input', 'There is nothing to resume: the agent is done.', {
        hint: 'Send a message to go on.',
      });
    }
    await this.#runs.start(await this.agents.get(slug), id);
  }

  async state(slug: string, id: string): Promise<{ events: AppEvent[]; position: number }> {
    const agent = await this.agents.get(slug);
    this.#recorder.follow(agent, id);
    const status = await this.hosts
      .of(agent)
      .status(id)
      .catch(() => undefined);
    const isOwner = status?.sessionId === id;
    await this.#runs.write(slug, id);
    const kept = await this.store.conversation(slug, id);
    if (!kept) return { events: [], position: 0 };
    const { session, messages, usage, position } = kept;
    const state: AppEvent = {
      type: 'state',
      session,
      messages: messages.map(shownMessage),
      control: (isOwner && status.control) || INITIAL_CONTROL,
      browserActive: isOwner && status.active,
    };
    return { events: [state, { type: 'usage', total: usage }], position };
  }

  async close(): Promise<void> {
    await this.#runs.close();
    this.#runWatch.close();
    await this.hosts.closeAll();
    this.#demo?.shop.close();
    this.#recorder.stop();
    await this.store.close();
  }

  async #demoModel(): Promise<LanguageModel> {
    if (!this.#demo) throw noDemo();
    const { shop, pace } = this.#demo;
    return demoModel({ shop: await shop.open(), pace });
  }

  // Messages that come at the same moment, perhaps to two servers, are read by one run.
  async #startFor(agent: Agent, id: string): Promise<void> {
    try {
      await this.#runs.start(agent, id);
    } catch (thrown) {
      if (BtcpError.from(thrown).code !== 'busy') throw thrown;
    }
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
