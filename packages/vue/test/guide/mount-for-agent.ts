import { type BTCP, BTCPPlugin, useBTCP } from '@btcp/vue';
import { type Component, createApp, h, nextTick } from 'vue';

/** Mounts a component without a server, to call its tools as an agent would. */
export function mountForAgent(component: Component, props: Record<string, unknown> = {}) {
  const element = document.body.appendChild(document.createElement('div'));
  const app = createApp({ render: () => h(component, props) });
  app.use(BTCPPlugin, { serverUrl: 'ws://127.0.0.1:9', autoReconnect: false });
  const btcp: BTCP = app.runWithContext(() => useBTCP());
  app.mount(element);
  return {
    element,
    async call(name: string, params: object) {
      const result = await btcp.client.value.callTool(name, params);
      await nextTick();
      return result;
    },
    unmount: () => app.unmount(),
  };
}
