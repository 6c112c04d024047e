import { isObject, PROTOCOL_VERSION, RpcError, type ToolInfo } from '@btcp/protocol';

interface Manifest {
  btcp: string;
  name: string;
  version: string;
  tools: ToolInfo[];
  capabilities: string[];
}

export function manifestOf({ metadata, tools }: { metadata: unknown; tools: ToolInfo[] }): Manifest {
  const { name, version } = isObject(metadata) ? metadata : {};
  return {
    btcp: PROTOCOL_VERSION,
    name: typeof name === 'string' && /^[a-z][a-z0-9-]{0,63}$/.test(name) ? name : 'page',
    version: typeof version === 'string' ? version : '0.0.0',
    tools,
    capabilities: [...new Set(tools.flatMap((tool) => tool.capabilities))],
  };
}

/** A newer minor version only adds to the protocol; no version means the first. */
export function checkVersion(version: unknown): void {
  if (version === undefined || majorOf(version) === majorOf(PROTOCOL_VERSION)) return;
  const reason = `this server speaks BTCP ${PROTOCOL_VERSION} and the other side ${version}: use one major version for both`;
  throw new RpcError('INVALID_REQUEST', reason, { field: 'version', expected: PROTOCOL_VERSION });
}

function majorOf(version: unknown): string | undefined {
  return /^(\d+)\.\d+/.exec(String(version))?.[1];
}
