import type { BTCPClientOptions } from '@btcp/client';
import { getCurrentInstance, type MaybeRefOrGetter, onMounted, provide } from 'vue';
import { type BTCP, createBTCP } from './btcp.js';
import { BTCP_KEY, injectBTCP, ownBTCP } from './injected.js';

/**
 * Returns a client of this component and those below it, or without options the client of a component above or of the app.
 *
 * @example
 * const { status } = useBTCP({ serverUrl: 'wss://example.com' });
 */
export function useBTCP(options?: MaybeRefOrGetter<BTCPClientOptions>): BTCP {
  if (options === undefined) return injectBTCP('useBTCP');
  const btcp = createBTCP(options);
  const instance = getCurrentInstance();
  if (instance) {
    ownBTCP.set(instance, btcp);
    provide(BTCP_KEY, btcp);
    // The first render must match what the server has rendered.
    onMounted(btcp.start);
  } else {
    btcp.start();
  }
  return btcp;
}
