import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/client';
import { AppBridge, type McpUiHostContext, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** What the program of a chat does with a page of MCP Apps. */
export interface ShownApp {
  html: string;
  csp: { connectDomains?: string[] };
  /** Of another origin. */
  sandbox: string;
  context: McpUiHostContext;
}

/** The colours of a chat. */
export type HostStyles = NonNullable<NonNullable<McpUiHostContext['styles']>['variables']>;

declare global {
  interface Window {
    callServer(params: CallToolRequest['params']): Promise<CallToolResult>;
    showApp(app: ShownApp): Promise<void>;
    setContext(context: McpUiHostContext): void;
    tearDown(): Promise<void>;
    endToolCall(): Promise<void>;
  }
}

const bridges: AppBridge[] = [];

window.showApp = async ({ html, csp, sandbox, context }) => {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts', 'allow-same-origin');
  const capabilities = { serverTools: {}, serverResources: {}, openLinks: {} };
  const bridge = new AppBridge(null, { name: 'Test Chat', version: '1.0.0' }, capabilities, { hostContext: context });
  bridge.oncalltool = (params) => window.callServer(params);
  bridge.onrequestdisplaymode = async ({ mode }) => {
    document.body.dataset.mode = mode;
    bridge.setHostContext({ ...context, displayMode: mode });
    return { mode };
  };
  bridge.addEventListener('sandboxready', () => void bridge.sendSandboxResourceReady({ html, csp }));
  bridge.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  });
  const initialized = new Promise<void>((resolve) => bridge.addEventListener('initialized', () => resolve()));
  frame.src = `${sandbox}?csp=${encodeURIComponent(JSON.stringify(csp))}`;
  document.querySelector('#chat')?.append(frame);
  if (!frame.contentWindow) throw new Error('The frame has no window.');
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  bridges.push(bridge);
  await initialized;
  await bridge.sendToolInput({ arguments: {} });
};

window.setContext = (context) => {
  for (const bridge of bridges) bridge.setHostContext(context);
};
window.tearDown = async () => {
  for (const bridge of bridges.splice(0)) await bridge.teardownResource({});
  document.querySelector('#chat')?.replaceChildren();
};
window.endToolCall = async () => {
  for (const bridge of bridges) await bridge.sendToolResult({ content: [] });
};
