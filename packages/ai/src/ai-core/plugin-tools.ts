import { BtcpError, type Conversation, callTool, chooseTools, type ToolSet } from '@btcp/tools';
import { type BrowserTool, createTools } from '../tools/create-tools.js';
import { modelOutput } from '../tools/model-output.js';
import type { BTCPBrowserPluginConfig } from './config.js';
import { isPlainAgent, runPlain } from './plain-agent.js';
import { type PluginResult, pictureOf, shapeResult } from './results.js';

const DEFAULT_SNAPSHOT_SIZE = 50_000;

export function pluginTools(
  conversation: Conversation,
  { tools: wanted = 'all', images = true, includeScreenshots, agent, ...options }: BTCPBrowserPluginConfig,
): Record<string, BrowserTool<PluginResult>> {
  const maxSize = options.maxSnapshotSize ?? DEFAULT_SNAPSHOT_SIZE;
  const all = chooseTools({ set: 'plugin' });
  const tools = wanted === 'all' ? all : chooseTools({ set: wanted, from: [...all.values()] });
  const call = (set: ToolSet, name: string, input: unknown, signal: AbortSignal) =>
    callTool({ tools: set, name, input, conversation, signal, maxInline: maxSize });

  async function run(name: string, input: unknown, signal: AbortSignal): Promise<PluginResult> {
    if (isPlainAgent(agent)) return runPlain(agent, name, Object(input), maxSize);
    if (name !== 'browser_snapshot') return shapeResult(name, input, await call(tools, name, input, signal));
    const limited = limitSize(input, maxSize);
    const result = shapeResult(name, input, await call(tools, name, limited, signal));
    return includeScreenshots ? withPicture(result, signal) : result;
  }

  // A picture is an extra: without it, the snapshot is still returned.
  async function withPicture(result: PluginResult, signal: AbortSignal): Promise<PluginResult> {
    try {
      return { ...result, ...pictureOf((await call(all, 'browser_screenshot', {}, signal)).images) };
    } catch (thrown) {
      return { ...result, summary: `${result.summary}\nNo screenshot: ${BtcpError.from(thrown).message}` };
    }
  }

  function toModel({ summary, image, mediaType }: PluginResult) {
    return modelOutput(summary, images && image && mediaType ? [{ data: image, mimeType: mediaType }] : []);
  }

  return createTools(tools, { ...options, run, toModel });
}

function limitSize(input: unknown, limit: number): unknown {
  const { maxSize } = Object(input);
  return { ...Object(input), maxSize: typeof maxSize === 'number' ? Math.min(maxSize, limit) : limit };
}
