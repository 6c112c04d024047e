/** What the program around the page reports about itself, as far as the page uses it. */
export interface HostContext {
  theme?: 'light' | 'dark';
  styles?: { variables?: Record<string, string | undefined>; css?: { fonts?: string } };
  displayMode?: 'inline' | 'fullscreen' | 'pip';
  availableDisplayModes?: string[];
  containerDimensions?: { height?: number; maxHeight?: number };
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number };
}

export interface ToolAnswer {
  content?: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: { 'btcp/error'?: { code: string; message: string } };
}

export interface HostEvents {
  onContext(change: HostContext): void;
  onToolEnded(): void;
  onTeardown(): void;
}

interface Message {
  jsonrpc: '2.0';
  id?: number | string;
  method?: string;
  params?: object;
  result?: unknown;
  error?: { message: string };
}

const PROTOCOL_VERSION = '2026-01-26';

/** Speaks MCP Apps with the program around the page. Its SDK would make the page thirty times as large. */
export class HostLink {
  readonly #waiting = new Map<number | string, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #events: HostEvents;
  #lastId = 0;

  constructor(events: HostEvents) {
    this.#events = events;
    addEventListener('message', ({ source, data }) => {
      if (source === parent && data?.jsonrpc === '2.0') this.#receive(data as Message);
    });
  }

  /** Introduces the page; resolves with the name of the program around it, and its context. */
  async initialize(): Promise<{ name: string; context: HostContext }> {
    const { hostInfo, hostContext } = await this.request<{ hostInfo?: { name?: string }; hostContext?: HostContext }>(
      'ui/initialize',
      {
        appInfo: { name: 'btcp', version: '1' },
        appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
        protocolVersion: PROTOCOL_VERSION,
      },
    );
    this.notify('ui/notifications/initialized');
    return { name: hostInfo?.name ?? 'the chat', context: hostContext ?? {} };
  }

  callTool(name: string, input: object = {}): Promise<ToolAnswer> {
    return this.request<ToolAnswer>('tools/call', { name, arguments: input });
  }

  request<T>(method: string, params: object): Promise<T> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#post({ id, method, params });
    });
  }

  notify(method: string, params: object = {}): void {
    this.#post({ method, params });
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (method === undefined) {
      const waiting = id === undefined ? undefined : this.#waiting.get(id);
      if (id !== undefined) this.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
      return;
    }
    if (method === 'ui/notifications/host-context-changed') this.#events.onContext((params ?? {}) as HostContext);
    if (method === 'ui/notifications/tool-result' || method === 'ui/notifications/tool-cancelled')
      this.#events.onToolEnded();
    if (method === 'ui/resource-teardown') this.#events.onTeardown();
    if (id !== undefined) this.#answer(id, method);
  }

  #answer(id: number | string, method: string): void {
    const isKnown = method === 'ui/resource-teardown' || method === 'ping';
    this.#post(
      isKnown ? { id, result: {} } : { id, error: { code: -32601, message: `${method} is not served here.` } },
    );
  }

  #post(message: object): void {
    // The page does not know who shows it, and says nothing that not everybody may hear.
    parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
