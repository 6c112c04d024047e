import type { BTCPClientOptions } from '@btcp/client';
import { getCurrentInstance, type MaybeRefOrGetter, onMounted, provide } from 'vue';
import { type BTCP, createBTCP } from './btcp.js';
import { BTCP_KEY, injectBTCP, ownBTCP } from './injected.js';

/**
 * With options: a client of this component's own, connected while it is mounted, for itself and those below it. Without:
 * the client of a component above, or of `BTCPPlugin`.
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
    // Not before: what is hydrated must look as the server has rendered it.
    onMounted(btcp.start);
  } else {
    btcp.start();
  }
  return btcp;
}
