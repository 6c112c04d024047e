import { isObject, RpcError, type ToolInfo } from '@btcp/protocol';

export function readTools(tools: unknown, max: number): ToolInfo[] {
  if (!Array.isArray(tools)) throw new RpcError('INVALID_PARAMS', 'required', { field: 'tools' });
  if (tools.length > max) throw new RpcError('INVALID_PARAMS', 'maxItems', { field: 'tools', expected: max });
  const read = tools.map(readTool);
  const names = new Set(read.map(({ name }) => name));
  if (names.size < read.length) throw new RpcError('INVALID_PARAMS', 'uniqueItems', { field: 'tools' });
  return read;
}

function readTool(tool: unknown, index: number): ToolInfo {
  const field = `tools[${index}]`;
  if (!isObject(tool)) throw new RpcError('INVALID_PARAMS', 'type', { field });
  const { name, description, inputSchema, capabilities, version, annotations } = tool;
  if (typeof name !== 'string' || !/^[\w.-]{1,128}$/.test(name))
    throw new RpcError('INVALID_PARAMS', 'pattern', { field: `${field}.name` });
  return {
    name,
    description: typeof description === 'string' ? description : '',
    inputSchema: isObject(inputSchema) || typeof inputSchema === 'boolean' ? inputSchema : {},
    capabilities: stringsOf(capabilities),
    ...(typeof version === 'string' ? { version } : {}),
    ...(isObject(annotations) ? { annotations } : {}),
  };
}

export function filterTools(tools: ToolInfo[], filter: unknown): ToolInfo[] {
  if (!isObject(filter)) return tools;
  const wanted = stringsOf(filter.capabilities);
  const unwanted = stringsOf(filter.excludeCapabilities);
  const needs = (tool: ToolInfo, names: string[]) =>
    names.some((name) => tool.capabilities.some((needed) => `${needed}:`.startsWith(`${name}:`)));
  return tools.filter((tool) => (wanted.length === 0 || needs(tool, wanted)) && !needs(tool, unwanted));
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
