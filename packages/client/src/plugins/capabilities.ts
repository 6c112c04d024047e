import { isCapability, missingCapabilities, RpcError } from '@btcp/protocol';
import type { BTCPClientOptions } from '../contract/client-options.js';
import type { Plugin } from '../contract/plugin.js';

/** Checks at each call what the page allows; a grant from the person lasts as long as the client. */
export function capabilities({ grants = [] }: BTCPClientOptions): Plugin {
  const asks = typeof grants === 'function';
  const granted = asks ? [] : [...grants];

  async function missing(needed: string[], tool?: string): Promise<string[]> {
    const lacking = missingCapabilities(needed, granted);
    if (lacking.length === 0 || !asks) return lacking;
    const answer = await grants({ capabilities: lacking, tool });
    granted.push(...(answer === true ? lacking : answer || []));
    return missingCapabilities(lacking, granted);
  }

  async function request(wanted: unknown): Promise<unknown> {
    if (!Array.isArray(wanted)) throw new RpcError('INVALID_PARAMS', 'required', { field: 'capabilities' });
    const denied = await missing(wanted);
    if (denied.length === 0) return { granted: true, capabilities: wanted };
    return { granted: false, approved: wanted.filter((name) => !denied.includes(name)), denied };
  }

  return {
    honours: ['capabilities'],
    check({ name, capabilities = [] }) {
      const unknown = capabilities.find((capability) => !isCapability(capability));
      if (unknown !== undefined) throw new TypeError(`${name}: unknown capability ${unknown}`);
    },
    async before(tool, params) {
      const lacking = await missing(tool.capabilities ?? [], tool.name);
      if (lacking.length > 0) throw new RpcError('CAPABILITY_DENIED', lacking.join(', '), { missing: lacking });
      return params;
    },
    handle(method, params) {
      if (method === 'capabilities/list') return { capabilities: granted };
      return method === 'capabilities/request' ? request(params.capabilities) : undefined;
    },
  };
}
