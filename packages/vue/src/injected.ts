import {
  type ComponentInternalInstance,
  getCurrentInstance,
  hasInjectionContext,
  type InjectionKey,
  inject,
} from 'vue';
import type { BTCP } from './btcp.js';

export const BTCP_KEY: InjectionKey<BTCP> = Symbol('BTCP');

/** A component does not receive what it provides itself. */
export const ownBTCP = new WeakMap<ComponentInternalInstance, BTCP>();

export function injectBTCP(caller: string): BTCP {
  const instance = getCurrentInstance();
  const btcp = (instance && ownBTCP.get(instance)) ?? (hasInjectionContext() ? inject(BTCP_KEY, null) : null);
  if (!btcp)
    throw new Error(
      `${caller} found no BTCP client: call useBTCP({ serverUrl: '…' }) in this component or above it, or app.use(BTCPPlugin, { serverUrl: '…' }).`,
    );
  return btcp;
}
