import { BtcpError } from '@btcp/tools';
import { createBrowser } from '../engine/create-browser.js';
import { showPictures } from '../tools/show-pictures.js';
import type { BTCPBrowserPluginConfig } from './config.js';
import { addHint, hintFor, type Instructions } from './hint.js';
import { isPlainAgent } from './plain-agent.js';
import { pluginTools } from './plugin-tools.js';

const DEFAULT_MAX_STEPS = 20;

/** The plugin that gives an aiCore model a browser. */
export interface BTCPBrowserPlugin {
  name: 'btcp-browser';
  enforce: 'pre';
  configureContext(context: Record<string, unknown>): void;
  transformParams<Params>(params: Params): Params & object;
  /** Closes only a browser that the plugin started; the next call starts another. */
  close(): Promise<void>;
}

interface RequestParams {
  tools?: Record<string, unknown>;
  activeTools?: readonly string[];
  system?: Instructions;
  instructions?: Instructions;
  stopWhen?: unknown;
  prepareStep?(step: Step): MaybePromise<Partial<Step> | undefined>;
}

type Step = Parameters<typeof showPictures>[0];
type MaybePromise<Value> = Value | Promise<Value>;

/**
 * Gives the models of an executor one browser, which serves all requests until `close`.
 * @example
 * const browser = btcpBrowserPlugin();
 * const executor = await createExecutor('openai', { apiKey }, [browser]);
 * const { text } = await executor.generateText({ model: 'gpt-5', prompt: 'What is new on example.com?' });
 * await browser.close();
 */
export function btcpBrowserPlugin(config: BTCPBrowserPluginConfig = {}): BTCPBrowserPlugin {
  const { enabled = true, agent, agentOptions, images = true, hint = true, maxSteps = DEFAULT_MAX_STEPS } = config;
  assertCount('maxSteps', maxSteps);
  if (config.maxSnapshotSize !== undefined) assertCount('maxSnapshotSize', config.maxSnapshotSize);
  const conversation = createBrowser(isPlainAgent(agent) ? undefined : agent, agentOptions);
  const tools = pluginTools(conversation, config);

  function extend(params: RequestParams): RequestParams {
    const { activeTools = Object.keys(tools), stopWhen } = params;
    const offered = activeTools.filter((name) => name in tools && !(name in (params.tools ?? {})));
    const key = 'instructions' in params ? 'instructions' : 'system';
    return {
      ...params,
      tools: { ...tools, ...params.tools },
      ...(hint && offered.length > 0 ? { [key]: addHint(params[key], hintFor(offered)) } : {}),
      // Without a condition, the SDK stops after the first tool call, before any answer.
      stopWhen: stopWhen ?? (({ steps }: { steps: unknown[] }) => steps.length >= maxSteps),
      ...(images ? { prepareStep: thenShowPictures(params.prepareStep) } : {}),
    };
  }

  return {
    name: 'btcp-browser',
    enforce: 'pre',
    configureContext(context) {
      context.btcpAgent = agent ?? conversation;
    },
    transformParams: <Params>(params: Params) => Object(enabled ? extend(Object(params)) : params),
    async close() {
      if (conversation !== agent) await conversation.close();
    },
  };
}

function thenShowPictures(prepare: RequestParams['prepareStep']): NonNullable<RequestParams['prepareStep']> {
  return async (step) => {
    const prepared = await prepare?.(step);
    const { model = step.model, messages = step.messages } = prepared ?? {};
    return { ...prepared, ...showPictures({ model, messages }) };
  };
}

function assertCount(option: keyof BTCPBrowserPluginConfig, value: number): void {
  if (Number.isInteger(value) && value > 0) return;
  throw new BtcpError('invalid_input', `${option} is ${value}.`, { hint: 'Give a whole number above 0.' });
}
