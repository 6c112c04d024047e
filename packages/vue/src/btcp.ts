import { type BTCPClient, type BTCPClientOptions, createClient } from '@btcp/client';
import { type ClientState, createClientStore } from '@btcp/client/bindings';
import { type ComputedRef, computed, type MaybeRefOrGetter, onScopeDispose, shallowRef, toValue, watch } from 'vue';

/** A client, with its state. */
export interface BTCP {
  client: ComputedRef<BTCPClient>;
  status: ComputedRef<ClientState['status']>;
  tools: ComputedRef<ClientState['tools']>;
  lastMessage: ComputedRef<ClientState['lastMessage']>;
  /** The tool stays after the component is unmounted, unlike with `useTool`. */
  registerTool: BTCPClient['registerTool'];
}

interface Running extends BTCP {
  start(): void;
}

export function createBTCP(options: MaybeRefOrGetter<BTCPClientOptions>): Running {
  const createStore = () => createClientStore(createClient(toValue(options)));
  const store = shallowRef(createStore());
  const client = computed(() => store.value.client);
  const state = shallowRef(store.value.initial);
  let isStarted = false;

  function connect(): void {
    // The client's `error` event has the reason.
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
      // useTool moves its own tools; the others were registered by hand.
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
