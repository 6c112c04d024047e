import type { BTCPClientOptions } from '@btcp/client';
import { effectScope, type MaybeRefOrGetter, type Plugin } from 'vue';
import { createBTCP } from './btcp.js';
import { BTCP_KEY } from './injected.js';

/**
 * One client for the whole app, connected while the app is mounted.
 *
 * @example
 * createApp(App).use(BTCPPlugin, { serverUrl: 'wss://example.com' }).mount('#app');
 */
export const BTCPPlugin: Plugin<[options: MaybeRefOrGetter<BTCPClientOptions>]> = {
  install(app, options) {
    const scope = effectScope(true);
    const btcp = scope.run(() => createBTCP(options));
    if (!btcp) return;
    app.provide(BTCP_KEY, btcp);
    const { mount, unmount } = app;
    app.mount = (...parameters) => {
      const root = mount(...parameters);
      btcp.start();
      return root;
    };
    // Vue 3.4 has no onUnmount.
    app.unmount = () => {
      unmount();
      scope.stop();
    };
  },
};
