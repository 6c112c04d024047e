import type { JSONRPCMessage } from '@btcp/protocol';
import type { BTCPClient, BTCPEventPayloads, ConnectionStatus, Unsubscribe } from '../contract/client.js';
import type { ToolDefinition } from '../contract/tool.js';

/** What agents last did with one tool. */
export interface ToolActivity {
  readonly lastCall: BTCPEventPayloads['tool:call'] | null;
  /** Of the call that was the last to succeed: what the handler returned. */
  readonly lastResult: unknown;
}

/** What a page may want to show of its client. Never changed: each change gives a new one. */
export interface ClientState {
  readonly status: ConnectionStatus;
  readonly tools: readonly ToolDefinition[];
  /** The last message that the server sent. */
  readonly lastMessage: JSONRPCMessage | null;
  /** By the names of tools. */
  readonly activity: ReadonlyMap<string, ToolActivity>;
}

/** The state of a client in the shape that frameworks subscribe to. */
export interface ClientStore {
  readonly client: BTCPClient;
  /** As it is before anything has happened, which is also how a server renders it. */
  readonly initial: ClientState;
  getSnapshot(): ClientState;
  /** The listener is told which part has changed. */
  subscribe(listener: (part: keyof ClientState) => void): Unsubscribe;
}

/** A tool that was not called yet. */
export const NO_ACTIVITY: ToolActivity = { lastCall: null, lastResult: undefined };

/**
 * Follows a client from now on.
 *
 * @example
 * const store = createClientStore(client);
 * const unsubscribe = store.subscribe(() => show(store.getSnapshot().status));
 */
export function createClientStore(client: BTCPClient): ClientStore {
  const initial: ClientState = { status: 'disconnected', tools: [], lastMessage: null, activity: new Map() };
  let state: ClientState = { ...initial, status: client.status, tools: client.listTools() };
  const listeners = new Set<(part: keyof ClientState) => void>();

  function change<Part extends keyof ClientState>(part: Part, value: ClientState[Part]): void {
    state = { ...state, [part]: value };
    for (const listener of listeners) listener(part);
  }

  function record(name: string, news: Partial<ToolActivity>): void {
    // Agents may ask for any name; only those of tools are worth the memory.
    if (!state.tools.some((tool) => tool.name === name)) return;
    const previous = state.activity.get(name) ?? NO_ACTIVITY;
    change('activity', new Map(state.activity).set(name, { ...previous, ...news }));
  }

  client.on('status:change', ({ status }) => change('status', status));
  client.on('tools:change', ({ tools }) => change('tools', tools));
  client.on('message', (message) => change('lastMessage', message));
  client.on('tool:call', (lastCall) => record(lastCall.name, { lastCall }));
  client.on('tool:result', ({ name, result }) => record(name, { lastResult: result }));

  return {
    client,
    initial,
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
