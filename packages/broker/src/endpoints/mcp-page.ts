import { isObject, isRequest, isResponse, PROTOCOL_VERSION } from '@btcp/protocol';

const REVISION = '2025-11-25';
const INITIALIZE = 'mcp-initialize';
const LIST = 'mcp-list';
// Answers of the broker that the page has not asked for.
const OWN_IDS: ReadonlySet<unknown> = new Set(['hello', 'register']);

/** A page that speaks MCP as a server, as `MCPBridge` does: the broker sees a page that speaks BTCP. */
export interface McpPage {
  greet(): void;
  fromPage(text: string): void;
  fromBroker(text: string): void;
}

export function createMcpPage(toPage: (text: string) => void, toBroker: (text: string) => void): McpPage {
  const sendToPage = (message: object) => toPage(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const sendToBroker = (message: object) => toBroker(JSON.stringify({ jsonrpc: '2.0', ...message }));

  function answered(id: unknown, result: Record<string, unknown>): void {
    if (id === INITIALIZE) {
      const metadata = isObject(result.serverInfo) ? { title: result.serverInfo.name } : {};
      sendToPage({ method: 'notifications/initialized' });
      sendToBroker({
        id: 'hello',
        method: 'hello',
        params: { clientType: 'browser', version: PROTOCOL_VERSION, metadata },
      });
      sendToPage({ id: LIST, method: 'tools/list', params: {} });
    } else if (id === LIST) {
      sendToBroker({ id: 'register', method: 'tools/register', params: { tools: result.tools } });
    } else {
      const content = Array.isArray(result.content) ? result.content.map(flatPart) : [];
      sendToBroker({ id, result: { ...result, content } });
    }
  }

  return {
    greet() {
      const params = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'btcp', version: '0.1.0' } };
      sendToPage({ id: INITIALIZE, method: 'initialize', params });
    },
    fromPage(text) {
      const message: unknown = parse(text);
      if (isResponse(message)) {
        if ('result' in message && isObject(message.result)) answered(message.id, message.result);
        else if (message.id !== INITIALIZE && message.id !== LIST) toBroker(text);
      } else if (isRequest(message)) {
        sendToPage({ id: message.id, result: {} });
      } else if (isObject(message) && message.method === 'notifications/tools/list_changed') {
        sendToPage({ id: LIST, method: 'tools/list', params: {} });
      }
    },
    fromBroker(text) {
      const message: unknown = parse(text);
      if (isResponse(message) && OWN_IDS.has(message.id)) return;
      toPage(text);
    },
  };
}

// MCP puts a resource into a field of its own.
function flatPart(part: unknown): unknown {
  return isObject(part) && part.type === 'resource' && isObject(part.resource)
    ? { type: 'resource', ...part.resource }
    : part;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
