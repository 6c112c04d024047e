import { type BTCPClient, type BTCPClientOptions, createClient } from '@btcp/client';
import { type ClientState, createClientStore } from '@btcp/client/bindings';
import { type ComputedRef, computed, type MaybeRefOrGetter, onScopeDispose, shallowRef, toValue, watch } from 'vue';

/** A client and what there is to show of it. */
export interface BTCP {
  client: ComputedRef<BTCPClient>;
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
  const createStore = () => createClientStore(createClient(toValue(options)));
  const store = shallowRef(createStore());
  const client = computed(() => store.value.client);
  const state = shallowRef(store.value.initial);
  let isStarted = false;

  function connect(): void {
    // Whoever wants to know why hears the client's `error` event.
    if (isStarted) client.value.connect().catch(() => {});
  }

  watch(
    store,
    ({ getSnapshot, subscribe }, _previous, onCleanup) => {
      const update = () => {
        state.value = getSnapshot();
      };
      update();
      onCleanup(subscribe(update));
    },
    { immediate: true, flush: 'sync' },
  );

  watch(
    () => toValue(options).serverUrl,
    () => {
      const previous = client.value;
      void previous.disconnect();
      // useTool watches the client and moves its tools at once; the others were registered by hand.
      store.value = createStore();
      for (const tool of previous.listTools()) client.value.registerTool(tool);
      connect();
    },
    { flush: 'sync' },
  );

  onScopeDispose(() => void client.value.disconnect());

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
