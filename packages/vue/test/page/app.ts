import { BTCPPlugin, useBTCP, useTool } from '@btcp/vue';
import {
  type App,
  computed,
  createApp,
  createSSRApp,
  defineComponent,
  h,
  onErrorCaptured,
  ref,
  shallowReactive,
  watch,
} from 'vue';

export interface Settings {
  serverUrl: string;
  label: string;
  description: string;
  /** How many components offer the tool. */
  panels: number;
}

/** What has the client: the root component, the app through the plugin, or nobody. */
export type Source = 'component' | 'plugin' | 'nobody';

const options = (settings: Settings) => ({ serverUrl: settings.serverUrl, reconnectInterval: 50 });

export const statuses: string[] = [];

export function createPage(source: Source, given: Settings, isServed = false): { app: App; settings: Settings } {
  const settings = shallowReactive({ ...given });

  const Root = defineComponent(() => {
    const error = ref('');
    onErrorCaptured(({ message }) => {
      error.value = message;
      return false;
    });
    return () => (error.value ? h('p', { id: 'error' }, error.value) : h(Status));
  });

  const Status = defineComponent(() => {
    const { status, registerTool } = useBTCP(source === 'component' ? () => options(settings) : undefined);
    watch(status, (next) => statuses.push(next), { immediate: true, flush: 'post' });
    registerTool({ name: 'by_hand', description: 'Registered by hand', handler: () => 'by hand' });
    // In the same component as the client.
    useTool({ name: 'own', description: 'The tool of the component that has the client', handler: () => 'own' });
    const keys = computed(() => Array.from({ length: settings.panels }, (_unused, key) => key));
    return () => [h('p', { id: 'status' }, status.value), keys.value.map((key) => h(Panel, { key }))];
  });

  const Panel = defineComponent(() => {
    const number = ref(0);
    const { tools, lastMessage } = useBTCP();
    useTool(() => {
      const { label, description } = settings;
      return {
        name: 'add',
        description,
        inputSchema: { type: 'object', properties: { by: { type: 'number' } }, required: ['by'] },
        handler: ({ by }) => {
          number.value += by;
          return `${label}: ${number.value}`;
        },
      };
    });
    return () =>
      h('div', [
        h('p', { id: 'number' }, number.value),
        h('p', { id: 'tools' }, tools.value.map(({ name }) => name).join(' ')),
        h('p', { id: 'message' }, lastMessage.value ? 'heard' : 'nothing heard'),
      ]);
  });

  const app = isServed ? createSSRApp(Root) : createApp(Root);
  if (source === 'plugin') app.use(BTCPPlugin, () => options(settings));
  return { app, settings };
}
