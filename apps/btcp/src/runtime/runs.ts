import { readFile } from 'node:fs/promises';
import { BtcpError } from '@btcp/tools';
import type { LanguageModel } from 'ai';
import type { AgentBrowsers } from '../agents/agent-browsers.js';
import type { Agent, RunState, TokenUsage } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { Store } from '../store/store.js';
import { loadModel } from './load-model.js';
import { modelMessages, pagesOf } from './model-messages.js';
import type { ModelChoice, Models } from './model-settings.js';
import { SilenceWatch } from './silence-watch.js';
import { Transcript } from './transcript.js';

interface RunsOptions {
  store: Store;
  hub: SessionHub;
  hosts: AgentHosts;
  browsers: AgentBrowsers;
  models: Models;
  /** Listed to the models of agents that have no choice of their own. */
  tools: readonly string[];
  /** What an agent may be given. */
  offered: ReadonlySet<string>;
  /** Rejects an address that the network policy refuses. */
  reach(address: string): Promise<void>;
  /** Milliseconds after which a model that sends nothing is reported. */
  modelSilence: number;
  /** The model of the demonstration. */
  demo(): Promise<LanguageModel>;
}

/** Stands for the demonstration, which asks no server. */
const DEMO_CHOICE: ModelChoice = {
  provider: 'openai-compatible',
  model: 'demonstration',
  baseUrl: null,
  isAddressGiven: false,
  key: null,
};

const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

interface Run {
  controller: AbortController;
  transcript: Transcript;
  ended: Promise<void>;
}

export class Runs {
  readonly #options: RunsOptions;
  readonly #running = new Map<string, Run>();
  /** Sessions that got a message during their run. */
  readonly #queued = new Set<string>();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get isActive(): boolean {
    return this.#running.size > 0;
  }

  /** Whether a message that comes now has to wait for the run that is under way. */
  isRunning(agent: string, session: string): boolean {
    return this.#running.has(`${agent}/${session}`);
  }

  /** The message that is stored next is read by a run that follows the one under way. */
  queue(agent: string, session: string): void {
    const key = `${agent}/${session}`;
    this.#running.get(key)?.transcript.place();
    this.#queued.add(key);
  }

  assertCanStart({ slug, isDemo, settings }: Agent, session: string): ModelChoice {
    if (this.isRunning(slug, session)) {
      throw new BtcpError('busy', 'The agent is working in this session.', { hint: 'Stop it first, or wait.' });
    }
    return isDemo ? DEMO_CHOICE : this.#options.models.choose(settings?.model);
  }

  start(agent: Agent, session: string): void {
    const key = `${agent.slug}/${session}`;
    const choice = this.assertCanStart(agent, session);
    const controller = new AbortController();
    const release = this.#options.browsers.reserve(agent, session);
    const { store, hub } = this.#options;
    const transcript = new Transcript({ agent: agent.slug, session, messages: store.messages, hub });
    const ended = this.#run(agent, session, choice, transcript, controller.signal, release)
      // An unexpected failure ends the run, not the server.
      .catch((thrown) => console.error(BtcpError.from(thrown).message))
      .finally(async () => {
        await release();
        this.#running.delete(key);
        const isQueued = this.#queued.delete(key);
        if (isQueued && !controller.signal.aborted) this.#continue(agent, session);
      });
    this.#running.set(key, { controller, transcript, ended });
  }

  /** A run that failed leaves the messages to the next try. */
  #continue(agent: Agent, session: string): void {
    const { store } = this.#options;
    if (store.sessions.get(agent.slug, session)?.run.state !== 'idle') return;
    try {
      // Its settings may have changed during the run.
      this.start(store.agents.get(agent.slug) ?? agent, session);
    } catch (thrown) {
      this.setState(agent.slug, session, {
        state: 'failed',
        message: BtcpError.from(thrown).message,
        next: 'settings',
      });
    }
  }

  setState(agent: string, session: string, run: RunState): void {
    const { store, hub } = this.#options;
    try {
      store.sessions.setRun(agent, session, run);
    } finally {
      hub.publish(agent, session, { type: 'run', run });
    }
  }

  async stop(agent: string, session: string): Promise<void> {
    const run = this.#running.get(`${agent}/${session}`);
    run?.controller.abort();
    await run?.ended;
  }

  async stopAll(agent?: string): Promise<void> {
    const keys = [...this.#running.keys()].filter((key) => agent === undefined || key.startsWith(`${agent}/`));
    await Promise.all(
      keys.map((key) => {
        const run = this.#running.get(key);
        run?.controller.abort();
        return run?.ended;
      }),
    );
  }

  /** Undefined where it is gone, or larger than providers take. */
  async #picture(agent: string, session: string, name: string): Promise<Uint8Array | undefined> {
    const folder = this.#options.store.folders.session(agent, session);
    const file = await folder.file(name).catch(() => undefined);
    return file && file.size <= MAX_PICTURE_BYTES ? readFile(await folder.pathOf(name)) : undefined;
  }

  async #run(
    agent: Agent,
    session: string,
    choice: ModelChoice,
    transcript: Transcript,
    signal: AbortSignal,
    release: () => Promise<void>,
  ): Promise<void> {
    const { store, hub, models, tools, hosts, browsers, reach, modelSilence, demo, offered } = this.#options;
    const { slug } = agent;
    const { settings = {} } = agent;
    const { stepLimit = models.settings.stepLimit } = settings;
    const spent: TokenUsage = { input: 0, output: 0, cached: 0 };
    let step = 0;
    let isHeldUp = false;
    const setState = (run: RunState) => this.setState(slug, session, run);
    const running = (note?: string, isSilent = false) =>
      setState({ state: 'running', step, stepLimit, ...(note ? { note } : {}), ...(isSilent ? { isSilent } : {}) });
    running();
    const silence = new SilenceWatch(modelSilence, (isSilent) => {
      const words = `The model has sent nothing for ${Math.round(modelSilence / 1_000)} s.`;
      if (!signal.aborted) running(isSilent ? words : undefined, isSilent);
    });
    const stopListening = hosts.of(agent).subscribe(session, (event) => {
      if (event.type !== 'user_request' && event.type !== 'user_request_ended') return;
      if (signal.aborted) return;
      if (event.type === 'user_request') setState({ state: 'waiting', request: event.request });
      else running();
    });
    // Imported late: the SDK is large.
    const [{ runLoop }, { failureOf, waitingNote }] = await Promise.all([
      import('./run-loop.js'),
      import('./failure.js'),
    ]);
    const onAnswer = (status: number, headers: Headers) => {
      const note = waitingNote(status, headers);
      if (note !== undefined || isHeldUp) running(note);
      isHeldUp = note !== undefined;
    };
    let end: RunState;
    try {
      const said = store.messages.list(slug, session);
      // Chat completions would send pictures of tools as text, which costs many tokens, and many of their models see none.
      const images = choice.provider !== 'openai-compatible';
      end = await runLoop({
        model: agent.isDemo ? await demo() : await loadModel(choice, reach, onAnswer),
        images,
        call: (name, input, abort) =>
          browsers.call(agent, session, name, input, abort, (waitsFor) => {
            if (signal.aborted) return;
            if (waitsFor) setState({ state: 'running', step, stepLimit, waitsFor });
            else running();
          }),
        tools: settings.tools?.filter((name) => offered.has(name)) ?? tools,
        instructions: settings.instructions,
        history: await modelMessages(said, images ? (name) => this.#picture(slug, session, name) : undefined),
        pages: pagesOf(said),
        stepLimit,
        signal,
        transcript,
        onPart: (type) => silence.heard(type),
        onStep: (number) => {
          step = number;
          running();
        },
        onUsage: (usage) => {
          add(spent, usage);
          transcript.setUsage({ ...spent });
          const total = { ...store.sessions.usage(slug, session) };
          add(total, usage);
          store.sessions.setUsage(slug, session, total);
          hub.publish(slug, session, { type: 'usage', total });
        },
      });
    } catch (thrown) {
      end = signal.aborted ? { state: 'stopped' } : failureOf(thrown, choice);
    } finally {
      stopListening();
      silence.stop();
    }
    try {
      transcript.close(new BtcpError('cancelled', 'The agent was stopped.', { hint: 'Resume it to go on.' }));
    } finally {
      // First, so that the next run finds what this one changed.
      await release();
      setState(end);
    }
  }
}

function add(total: TokenUsage, usage: TokenUsage): void {
  for (const kind of ['input', 'output', 'cached'] as const) total[kind] += usage[kind];
}
