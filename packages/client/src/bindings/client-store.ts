import type { JSONRPCMessage } from '@btcp/protocol';
import type { BTCPClient, ConnectionStatus, ToolCall, Unsubscribe } from '../contract/client.js';
import type { ToolDefinition } from '../contract/tool.js';

/** The last call of one tool, and its last result. */
export interface ToolActivity {
  readonly lastCall: ToolCall | null;
  /** From the last call that succeeded. */
  readonly lastResult: unknown;
}

/** What a page can show of its client; each change creates a new object. */
export interface ClientState {
  readonly status: ConnectionStatus;
  readonly tools: ToolDefinition[];
  readonly lastMessage: JSONRPCMessage | null;
  readonly activity: ReadonlyMap<string, ToolActivity>;
}

/** The state of a client, for frameworks to subscribe to. */
export interface ClientStore {
  readonly client: BTCPClient;
  /** Before anything has happened, as a server renders it. */
  readonly initial: ClientState;
  getSnapshot(): ClientState;
  subscribe(listener: (part: keyof ClientState) => void): Unsubscribe;
}

/** The activity of a tool that was never called. */
export const NO_ACTIVITY: ToolActivity = { lastCall: null, lastResult: undefined };

/**
 * Keeps the state of a client up to date.
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

  function record(name: string, activity: Partial<ToolActivity>): void {
    // Agents may call any name; only those of tools are worth the memory.
    if (!state.tools.some((tool) => tool.name === name)) return;
    const previous = state.activity.get(name) ?? NO_ACTIVITY;
    change('activity', new Map(state.activity).set(name, { ...previous, ...activity }));
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
