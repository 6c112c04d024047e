// Only compiled: the plugin is one of aiCore, of any kind of request.
import { type BTCPBrowserPlugin, type BTCPBrowserPluginConfig, btcpBrowserPlugin } from '@btcp/ai/ai-core';
import {
  type AiPlugin,
  createExecutor,
  definePlugin,
  type GenerateTextParams,
  type GenerateTextResult,
  type StreamTextParams,
  type StreamTextResult,
} from '@cherrystudio/ai-core';
import { BrowserAgent } from 'btcp-browser-agent';

const plugin = btcpBrowserPlugin();

const any: AiPlugin = plugin;
const generating: AiPlugin<GenerateTextParams, GenerateTextResult> = plugin;
const streaming: AiPlugin<StreamTextParams, StreamTextResult> = plugin;
void createExecutor('openai', { apiKey: 'key' }, [plugin, any, definePlugin(plugin)]);
void [generating, streaming];

// Every option, as a page would set it.
const config: Required<BTCPBrowserPluginConfig> = {
  enabled: true,
  agent: new BrowserAgent({ targetDocument: document }),
  agentOptions: { targetWindow: window, targetDocument: document, autoLaunch: true },
  tools: ['browser_snapshot', 'browser_click'],
  maxSnapshotSize: 50_000,
  includeScreenshots: false,
  images: true,
  needsApproval: (name, args) => name === 'browser_evaluate' && args !== undefined,
  hint: true,
  maxSteps: 20,
  onToolCall: (toolName: string, args: unknown): void => console.log(toolName, args),
  onToolResult: (toolName: string, result: unknown): void => console.log(toolName, result),
  onToolError: (toolName, error, { toolCallId }) => console.log(toolName, error.message, toolCallId),
};
const another: BTCPBrowserPlugin = btcpBrowserPlugin(config);
void btcpBrowserPlugin({ tools: 'safe' }).close();
void another;

type Fits<Value, Wanted> = [Value] extends [Wanted] ? true : false;
const unknownTool: Fits<'browser_levitate'[], NonNullable<BTCPBrowserPluginConfig['tools']>> = false;
const unknownSet: Fits<'some', NonNullable<BTCPBrowserPluginConfig['tools']>> = false;
void [unknownTool, unknownSet];
