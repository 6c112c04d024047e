import { type BTCPClient, type BTCPClientOptions, createClient } from '@btcp/client';
import { type ClientState, createClientStore } from '@btcp/client/bindings';
import {
  type ComputedRef,
  computed,
  type MaybeRefOrGetter,
  onScopeDispose,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue';

/** A client and what there is to show of it. */
export interface BTCP {
  client: Readonly<ShallowRef<BTCPClient>>;
  status: ComputedRef<ClientState['status']>;
  tools: ComputedRef<ClientState['tools']>;
  /** The last message that the server sent. */
  lastMessage: ComputedRef<ClientState['lastMessage']>;
  /** Registers a tool that stays when the component goes; `useTool` takes its tool away. */
  registerTool: BTCPClient['registerTool'];
}

interface Running extends BTCP {
  /** Opens the connection, and from now on a new one for each new address. Does nothing on a server. */
  start(): void;
}

/** A client that lives as long as the current scope. */
export function createBTCP(options: MaybeRefOrGetter<BTCPClientOptions>): Running {
  const first = createClient(toValue(options));
  const client = shallowRef(first);
  const state = shallowRef(follow(first));
  let unsubscribe = () => {};
  let isStarted = false;

  function follow(next: BTCPClient): ClientState {
    const store = createClientStore(next);
    unsubscribe = store.subscribe(() => {
      state.value = store.getSnapshot();
    });
    return store.getSnapshot();
  }

  function connect(): void {
    // Whoever wants to know why hears the client's `error` event.
    if (isStarted) client.value.connect().catch(() => {});
  }

  watch(
    () => toValue(options).serverUrl,
    () => {
      const previous = client.value;
      void previous.disconnect();
      unsubscribe();
      const next = createClient(toValue(options));
      state.value = follow(next);
      // useTool watches this and moves its tools at once; the others were registered by hand.
      client.value = next;
      for (const tool of previous.listTools()) next.registerTool(tool);
      connect();
    },
    { flush: 'sync' },
  );
  onScopeDispose(() => {
    unsubscribe();
    void client.value.disconnect();
  });

  return {
    client,
    status: computed(() => state.value.status),
    tools: computed(() => state.value.tools),
    lastMessage: computed(() => state.value.lastMessage),
    registerTool: (tool) => client.value.registerTool(tool),
    start() {
      isStarted = typeof window !== 'undefined';
      connect();
    },
  };
}
