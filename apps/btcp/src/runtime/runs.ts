import { BtcpError, type ToolResult } from '@btcp/tools';
import type { AgentHost } from '../agents/agent-host.js';
import type { SessionHub } from '../api/session-hub.js';
import type { Agent, RunState, Session, TokenUsage } from '../api/types.js';
import type { Store } from '../store/store.js';
import { loadModel } from './load-model.js';
import { modelMessages, pagesOf } from './model-messages.js';
import type { ModelChoice, Models } from './model-settings.js';
import { Transcript } from './transcript.js';

interface RunsOptions {
  store: Store;
  hub: SessionHub;
  models: Models;
  /** The names of the tools that a model is shown. */
  tools: readonly string[];
  hostOf(agent: Agent): AgentHost;
  /** Runs a tool for a session, and records it. */
  call(agent: Agent, session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
  /** The addresses of the pictures that a call has left. */
  picturesOf(result: ToolResult): string[];
}

/** The loops that are under way, at most one for each session. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #running = new Map<string, { controller: AbortController; ended: Promise<void> }>();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get isActive(): boolean {
    return this.#running.size > 0;
  }

  isRunning(agent: string, session: string): boolean {
    return this.#running.has(`${agent}/${session}`);
  }

  /** Begins to answer what was said so far. Fails where no model can be asked. */
  start(agent: Agent, { id }: Session): void {
    const key = `${agent.slug}/${id}`;
    if (this.#running.has(key)) {
      throw new BtcpError('busy', 'The agent is at work in this session.', { hint: 'Stop it first, or wait.' });
    }
    // Before anything else, so that who asks is told what is missing.
    const choice = this.#options.models.choose();
    const controller = new AbortController();
    const ended = this.#run(agent, id, choice, controller.signal)
      // One run that fails in a way that nobody has thought of ends itself, and not the server.
      .catch((thrown) => console.error(BtcpError.from(thrown).message))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, { controller, ended });
  }

  /** Keeps how a session's loop stands, and tells those who watch. */
  tell(agent: string, session: string, run: RunState): void {
    const { store, hub } = this.#options;
    try {
      store.sessions.setRun(agent, session, run);
    } finally {
      hub.tell(agent, session, { type: 'run', run });
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

  async #run(agent: Agent, session: string, choice: ModelChoice, signal: AbortSignal): Promise<void> {
    const { store, hub, models, tools, hostOf, call, picturesOf } = this.#options;
    const { slug } = agent;
    const { stepLimit } = models.settings;
    const transcript = new Transcript({ agent: slug, session, messages: store.messages, hub, picturesOf });
    const spent: TokenUsage = { input: 0, output: 0, cached: 0 };
    let step = 0;
    let isHeldUp = false;
    const tell = (run: RunState) => this.tell(slug, session, run);
    const running = (note?: string) => tell({ state: 'running', step, stepLimit, ...(note ? { note } : {}) });
    running();
    const stopListening = hostOf(agent).subscribe(session, (event) => {
      if (event.type !== 'user_request' && event.type !== 'user_request_ended') return;
      if (signal.aborted) return;
      if (event.type === 'user_request') tell({ state: 'waiting', request: event.request });
      else running();
    });
    // Loaded with the first run: the SDK is large.
    const [{ runLoop }, { failureOf, waitingNote }] = await Promise.all([
      import('./run-loop.js'),
      import('./failure.js'),
    ]);
    let end: RunState;
    try {
      const said = store.messages.list(slug, session);
      end = await runLoop({
        model: await loadModel(choice, (status, headers) => {
          const note = waitingNote(status, headers);
          if (note !== undefined || isHeldUp) running(note);
          isHeldUp = note !== undefined;
        }),
        // Chat completions write pictures out as text, which costs a fortune.
        images: choice.provider !== 'openai-compatible',
        agent: { callTool: (name, input, abort) => call(agent, session, name, input, abort) },
        tools,
        history: modelMessages(said),
        pages: pagesOf(said),
        stepLimit,
        signal,
        transcript,
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
          hub.tell(slug, session, { type: 'usage', total });
        },
      });
    } catch (thrown) {
      end = signal.aborted ? { state: 'stopped' } : failureOf(thrown, choice);
    } finally {
      stopListening();
    }
    try {
      transcript.close(new BtcpError('cancelled', 'The agent was stopped.', { hint: 'Resume it to go on.' }));
    } finally {
      tell(end);
    }
  }
}

function add(total: TokenUsage, usage: TokenUsage): void {
  for (const kind of ['input', 'output', 'cached'] as const) total[kind] += usage[kind];
}
