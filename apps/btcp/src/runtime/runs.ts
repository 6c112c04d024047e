import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { BtcpError } from '@btcp/tools';
import type { LanguageModel } from 'ai';
import type { AgentBrowsers } from '../agents/agent-browsers.js';
import type { Agent, RunState, TokenUsage } from '../contract/types.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { KeptMessage } from '../store/messages.js';
import type { Store } from '../store/store.js';
import { loadModel } from './load-model.js';
import { modelMessages, pagesOf } from './model-messages.js';
import type { ModelChoice, Models } from './model-settings.js';
import { SilenceWatch } from './silence-watch.js';
import { Transcript } from './transcript.js';

interface RunsOptions {
  store: Store;
  hosts: AgentHosts;
  browsers: AgentBrowsers;
  models: Models;
  tools: readonly string[];
  offered: ReadonlySet<string>;
  reach(address: string): Promise<void>;
  modelSilence: number;
  demo(): Promise<LanguageModel>;
}

// Stands for the demonstration, which asks no server.
const DEMO_CHOICE: ModelChoice = {
  provider: 'openai-compatible',
  model: 'demonstration',
  baseUrl: null,
  isAddressGiven: false,
  key: null,
};

interface Run {
  controller: AbortController;
  transcript?: Transcript;
  release?: () => Promise<void>;
  ended: Promise<void>;
}

interface Turn {
  agent: Agent;
  session: string;
  choice: ModelChoice;
  stepLimit: number;
  answer: string;
  signal: AbortSignal;
}

const STORE_AGAIN_MS = 1_000;
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

/** The runs of this server. The database decides which server has the run of a session. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #running = new Map<string, Run>();
  #isClosed = false;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get isActive(): boolean {
    return this.#running.size > 0;
  }

  isRunning(agent: string, session: string): boolean {
    return this.#running.has(keyOf(agent, session));
  }

  async choose({ isDemo, settings }: Agent): Promise<ModelChoice> {
    return isDemo ? DEMO_CHOICE : this.#options.models.choose(settings?.model);
  }

  async write(agent: string, session: string): Promise<void> {
    await this.#running.get(keyOf(agent, session))?.transcript?.writeText();
  }

  async start(agent: Agent, session: string): Promise<void> {
    const { store, browsers } = this.#options;
    const key = keyOf(agent.slug, session);
    if (this.#running.has(key)) throw atWork();
    const controller = new AbortController();
    let resolve = () => {};
    const ended = new Promise<void>((done) => {
      resolve = done;
    });
    const run: Run = { controller, ended };
    this.#running.set(key, run);
    const answer = randomUUID();
    try {
      const choice = await this.choose(agent);
      const stepLimit = await this.#stepLimit(agent);
      const isFree = await store.runs.claim(agent.slug, session, answer, { state: 'running', step: 0, stepLimit });
      if (!isFree) throw atWork();
      const release = browsers.reserve(agent, session);
      run.release = release;
      this.#untilRead({ agent, session, choice, stepLimit, answer, signal: controller.signal }, run)
        .catch((thrown) => console.error(BtcpError.from(thrown).message))
        .finally(async () => {
          await run.release?.();
          this.#running.delete(key);
          resolve();
        });
    } catch (thrown) {
      this.#running.delete(key);
      resolve();
      throw thrown;
    }
  }

  async stop(agent: string, session: string): Promise<void> {
    const run = this.#running.get(keyOf(agent, session));
    run?.controller.abort();
    await run?.ended;
  }

  /** `note` is what people read when nobody stopped them. */
  async stopAll(agent?: string, note?: string): Promise<void> {
    const runs = [...this.#running].filter(([key]) => agent === undefined || key.startsWith(`${agent}/`));
    for (const [, { controller }] of runs) controller.abort(note);
    await Promise.all(runs.map(([, { ended }]) => ended));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stopAll();
  }

  /** Stops the runs that another server asked to stop, and those that are no longer this server's. */
  async obey(): Promise<void> {
    const held = new Map([...this.#running]);
    const mine = await this.#options.store.runs.mine();
    const kept = new Set(mine.filter(({ stopping }) => stopping === 0).map(({ agent, id }) => keyOf(agent, id)));
    for (const [key, { controller, transcript }] of held) if (transcript && !kept.has(key)) controller.abort();
  }

  async #untilRead(first: Turn, run: Run): Promise<void> {
    const { store } = this.#options;
    const { session } = first;
    for (let turn = first; ; ) {
      const end = await this.#run(turn, run);
      const answer = randomUUID();
      if ((await this.#end(turn, end, answer)) !== 'goes-on') return;
      try {
        // Its settings may have changed during the run.
        const agent = (await store.agents.get(turn.agent.slug)) ?? turn.agent;
        const [choice, stepLimit] = await Promise.all([this.choose(agent), this.#stepLimit(agent)]);
        turn = { ...turn, agent, choice, stepLimit, answer };
        run.release = this.#options.browsers.reserve(agent, session);
        await store.runs.set(agent.slug, session, { state: 'running', step: 0, stepLimit });
      } catch (thrown) {
        const { message } = BtcpError.from(thrown);
        await this.#end(turn, { state: 'failed', message, next: 'settings' }, answer);
        return;
      }
    }
  }

  async #end({ agent: { slug }, session }: Turn, end: RunState, following: string) {
    const { runs, database } = this.#options.store;
    for (;;) {
      try {
        return await runs.end(slug, session, end, following);
      } catch (thrown) {
        if (BtcpError.from(thrown).code !== 'unavailable' || this.#isClosed) {
          // A full disk: those who watch see it at least.
          database.hub.publish(slug, session, { type: 'run', run: end });
          throw thrown;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, STORE_AGAIN_MS));
    }
  }

  async #stepLimit({ settings }: Agent): Promise<number> {
    return settings?.stepLimit ?? (await this.#options.models.settings()).stepLimit;
  }

  // Undefined where it is gone, or larger than providers take.
  async #picture(agent: string, session: string, name: string): Promise<Uint8Array | undefined> {
    const folder = this.#options.store.folders.session(agent, session);
    const file = await folder.file(name).catch(() => undefined);
    return file && file.size <= MAX_PICTURE_BYTES ? readFile(await folder.pathOf(name)) : undefined;
  }

  async #run({ agent, session, choice, stepLimit, answer, signal }: Turn, run: Run): Promise<RunState> {
    const { store, tools, hosts, browsers, reach, modelSilence, demo, offered } = this.#options;
    const { slug, settings = {} } = agent;
    const spent: TokenUsage = { input: 0, output: 0, cached: 0 };
    const runner = store.database.server;
    const transcript = new Transcript({ agent: slug, session, runner, id: answer, messages: store.messages });
    run.transcript = transcript;
    let step = 0;
    let isHeldUp = false;
    let stored = Promise.resolve();
    const setState = (state: RunState) => {
      // One that cannot be stored is followed by another one.
      stored = stored.then(() => store.runs.set(slug, session, state)).catch(() => {});
    };
    const running = (note?: string, isSilent = false) =>
      setState({ state: 'running', step, stepLimit, ...(note ? { note } : {}), ...(isSilent ? { isSilent } : {}) });
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
      const said = before(answer, await store.messages.list(slug, session));
      // Chat completions would send pictures of tools as text, which costs many tokens, and many of their models see none.
      const images = choice.provider !== 'openai-compatible';
      end = await runLoop({
        model: agent.isDemo ? await demo() : await loadModel(choice, reach, onAnswer),
        images,
        call: (name, input, abort) => {
          this.#assertAlive();
          return browsers.call(agent, session, name, input, abort, (waitsFor) => {
            if (signal.aborted) return;
            if (waitsFor) setState({ state: 'running', step, stepLimit, waitsFor });
            else running();
          });
        },
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
        onUsage: async (usage) => {
          add(spent, usage);
          await transcript.setUsage({ ...spent });
          await store.sessions.addUsage(slug, session, usage, runner);
        },
      });
    } catch (thrown) {
      end = failureOf(thrown, choice);
    } finally {
      stopListening();
      silence.stop();
    }
    const reason = new BtcpError('cancelled', 'The agent was stopped.', { hint: 'Resume it to go on.' });
    await transcript.close(reason).catch((thrown) => console.error(BtcpError.from(thrown).message));
    await stored;
    // First, so that the next run finds what this one changed.
    await run.release?.();
    return signal.aborted ? stopped(signal) : end;
  }

  // A server that was cut off must not act: by now another one may run the session.
  #assertAlive(): void {
    if (this.#options.store.database.isAlive) return;
    throw new BtcpError('unavailable', 'This server has lost its database, so it stops the run.', {
      hint: 'Resume it when the database is back.',
    });
  }
}

function keyOf(agent: string, session: string): string {
  return `${agent}/${session}`;
}

// Messages that came after the place of the answer are for the next one.
function before(answer: string, messages: KeptMessage[]): KeptMessage[] {
  const place = messages.findIndex(({ id }) => id === answer);
  return place < 0 ? messages : messages.slice(0, place);
}

function stopped({ reason }: AbortSignal): RunState {
  return { state: 'stopped', ...(typeof reason === 'string' ? { note: reason } : {}) };
}

function atWork(): BtcpError {
  return new BtcpError('busy', 'The agent is working in this session.', { hint: 'Stop it first, or wait.' });
}

function add(total: TokenUsage, usage: TokenUsage): void {
  for (const kind of ['input', 'output', 'cached'] as const) total[kind] += usage[kind];
}
