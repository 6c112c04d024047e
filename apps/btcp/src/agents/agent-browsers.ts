import { BrowserOwned, type BrowserStatus, type DrivenStatus } from '@btcp/host';
import { BtcpError, type KeptFile, permitCall, type ToolResult, type ToolSet } from '@btcp/tools';
import type { Agent } from '../contract/types.js';
import type { AgentHost } from '../hosts/agent-host.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { Recorder } from '../recording/recorder.js';
import type { AgentFolders } from '../store/agent-folders.js';
import type { SessionTable } from '../store/sessions.js';

interface AgentBrowsersOptions {
  hosts: AgentHosts;
  recorder: Recorder;
  folders: AgentFolders;
  sessions: SessionTable;
  permitted: ToolSet;
}

interface WaitedFor {
  session: string;
  title: string;
}

export type OnWait = (waitsFor: WaitedFor | undefined) => void;

export interface SessionCall {
  result: ToolResult;
  pictures: string[];
}

export class AgentBrowsers {
  readonly #options: AgentBrowsersOptions;
  readonly #reserved = new Map<string, Promise<void>>();

  constructor(options: AgentBrowsersOptions) {
    this.#options = options;
  }

  /** Rejects while a run of another session uses the only browser, unless `onWait` says that the caller waits. */
  async call(
    agent: Agent,
    session: string,
    name: string,
    input: unknown,
    signal: AbortSignal,
    onWait?: OnWait,
  ): Promise<SessionCall> {
    return this.#recorded(agent, session, name, input, async () => {
      const given = name === 'browser_upload' ? await this.#withFiles(agent, session, input) : input;
      return this.use(agent, session, (host) => host.call(session, name, given, signal), onWait && { onWait, signal });
    });
  }

  /** Refuses a browser that another session owns; `call` takes it over. */
  async callAsOwner(
    agent: Agent,
    session: string,
    name: string,
    input: unknown,
    signal: AbortSignal,
  ): Promise<SessionCall> {
    return this.#recorded(agent, session, name, input, async () => {
      const host = this.#options.hosts.of(agent);
      try {
        return await host.call(session, name, input, signal);
      } catch (thrown) {
        throw isOwned(thrown) ? await this.#ownedByOther(agent, session, await host.status(), thrown) : thrown;
      }
    });
  }

  async transfer(agent: Agent, from: string, to: string): Promise<DrivenStatus> {
    const host = this.#options.hosts.of(agent);
    await this.#assertFree(agent, from);
    try {
      await host.transfer(from, to);
    } catch (thrown) {
      throw isOwned(thrown) ? await this.#ownedByOther(agent, to, await host.status(), thrown) : thrown;
    }
    return host.status(to);
  }

  async #recorded(
    agent: Agent,
    session: string,
    name: string,
    input: unknown,
    run: () => Promise<ToolResult>,
  ): Promise<SessionCall> {
    const { recorder, permitted } = this.#options;
    const { slug } = agent;
    recorder.follow(agent, session);
    try {
      // A remote host decides by its own settings, which may permit more.
      permitCall(permitted, name, input);
      const result = await run();
      const pictures = await this.#storeFiles(agent, session, result);
      await recorder.call(slug, session, name, input, { result });
      return { result, pictures };
    } catch (error) {
      await recorder.call(slug, session, name, input, { error });
      throw error;
    }
  }

  // Names of the session's files, such as those that a person attached, become their paths.
  async #withFiles(agent: Agent, session: string, input: unknown): Promise<unknown> {
    const { paths } = (input ?? {}) as { paths?: unknown };
    if (!Array.isArray(paths)) return input;
    const folder = this.#options.folders.session(agent.slug, session);
    const found = await Promise.all(
      paths.map(async (path) => (typeof path === 'string' && (await folder.give(path))) || path),
    );
    if (agent.host.kind === 'remote' && found.some((path, at) => path !== paths[at])) throw cannotSend(agent);
    return { ...(input as object), paths: found };
  }

  async use<T>(
    agent: Agent,
    session: string,
    use: (host: AgentHost) => Promise<T>,
    waiting?: { onWait: OnWait; signal: AbortSignal },
  ): Promise<T> {
    const host = this.#options.hosts.of(agent);
    for (;;) {
      try {
        return await use(host);
      } catch (thrown) {
        if (!isOwned(thrown)) throw thrown;
        const { sessionId: owner } = await host.status();
        const ending = owner === null ? undefined : this.#reserved.get(keyOf(agent.slug, owner));
        if (owner === null || ending === undefined) {
          if (owner !== null) await host.transfer(owner, session);
          return use(host);
        }
        if (host.copy?.(session)) continue;
        if (!waiting) throw await this.#inUse(agent, owner);
        waiting.onWait({ session: owner, title: await this.#titleOf(agent.slug, owner) });
        await endOrCancel(ending, waiting.signal);
        waiting.onWait(undefined);
      }
    }
  }

  reserve(agent: Agent, session: string): () => Promise<void> {
    const key = keyOf(agent.slug, session);
    const endRun = this.#options.hosts.of(agent).beginRun?.(session);
    let end = () => {};
    this.#reserved.set(key, new Promise((resolve) => (end = resolve)));
    let ended: Promise<void> | undefined;
    const release = async () => {
      this.#reserved.delete(key);
      await endRun?.().catch(() => {});
      end();
    };
    return () => (ended ??= release());
  }

  async #assertFree(agent: Agent, session: string): Promise<void> {
    if (this.#reserved.has(keyOf(agent.slug, session))) throw await this.#inUse(agent, session);
  }

  async #titleOf(agent: string, session: string): Promise<string> {
    return (await this.#options.sessions.get(agent, session))?.title ?? session;
  }

  async #inUse({ slug, name }: Agent, session: string): Promise<BtcpError> {
    const title = await this.#titleOf(slug, session);
    return new BtcpError('busy', `A run of session "${title}" uses the browser of agent "${name}".`, {
      hint: `Wait until it ends, or stop it with POST /api/agents/${slug}/sessions/${encodeURIComponent(session)}/stop.`,
    });
  }

  // Names the routes of the agent; a remote host names its own, which the caller cannot reach.
  async #ownedByOther({ slug }: Agent, asking: string, status: BrowserStatus, refusal: BtcpError): Promise<BtcpError> {
    const { sessionId: owner } = status;
    if (owner === null) return refusal;
    const base = `/api/agents/${slug}/browser`;
    return new BrowserOwned(status, {
      name: await this.#titleOf(slug, owner),
      hint: `Call with that sessionId, close its browser with POST ${base}/close ${JSON.stringify({ sessionId: owner })}, or take it over with POST ${base}/ownership/transfer ${JSON.stringify({ sessionId: owner, to: asking })}.`,
    });
  }

  async #storeFiles(agent: Agent, session: string, result: ToolResult): Promise<string[]> {
    if (!result.images?.length && !result.files?.length) return [];
    const { hosts, folders, sessions } = this.#options;
    const { slug } = agent;
    const host = hosts.of(agent);
    const copy = (file: KeptFile, target: string) => host.copyFile(session, file, target);
    const names = await folders.session(slug, session).keep(result, copy);
    await sessions.filesChanged(slug, session);
    const base = `/api/agents/${slug}/sessions/${encodeURIComponent(session)}/files/`;
    return names.map((name) => base + encodeURIComponent(name));
  }
}

function cannotSend({ slug }: Agent): BtcpError {
  return new BtcpError(
    'unsupported',
    `The browser of agent "${slug}" runs on another server, which has no files of this one.`,
    {
      hint: 'Copy the file to a folder that the other server allows with --upload-dir, and give its path there.',
    },
  );
}

function isOwned(thrown: unknown): thrown is BtcpError {
  return thrown instanceof BtcpError && thrown.code === 'browser_owned';
}

function keyOf(agent: string, session: string): string {
  return `${agent}/${session}`;
}

async function endOrCancel(ending: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const cancel = () => reject(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    ending.then(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, reject);
  });
}
