import type { AgentOptions } from '../engine/agent-options.js';
import type { BrowserSource } from '../engine/create-browser.js';
import type { Approval } from '../tools/create-tools.js';
import type { ToolEvents } from '../tools/tool-events.js';
import type { PlainAgent } from './plain-agent.js';
import type { PluginResult } from './results.js';

/** The name of a tool of the plugin. */
export type BTCPToolName =
  | 'browser_snapshot'
  | 'browser_navigate'
  | 'browser_click'
  | 'browser_type'
  | 'browser_fill'
  | 'browser_scroll'
  | 'browser_hover'
  | 'browser_press'
  | 'browser_screenshot'
  | 'browser_get_text'
  | 'browser_get_attribute'
  | 'browser_is_visible'
  | 'browser_wait_for'
  | 'browser_evaluate'
  | 'browser_back'
  | 'browser_forward'
  | 'browser_reload';

/** Options of `btcpBrowserPlugin`. */
export interface BTCPBrowserPluginConfig extends ToolEvents<PluginResult> {
  enabled?: boolean | undefined;
  /** Never closed by the plugin, which starts a browser of its own if this is left out. */
  agent?: BrowserSource | PlainAgent | undefined;
  agentOptions?: AgentOptions | undefined;
  /** `safe` neither runs scripts nor takes screenshots; `all` by default. */
  tools?: 'all' | 'safe' | readonly BTCPToolName[] | undefined;
  /** In characters, for snapshots, texts and values; 50,000 by default. */
  maxSnapshotSize?: number | undefined;
  /** Adds a screenshot to snapshots, for models that see; false by default. */
  includeScreenshots?: boolean | undefined;
  /** True by default; set false for a model that cannot see. */
  images?: boolean | undefined;
  needsApproval?: Approval | undefined;
  /** Explains the tools in the system prompt; true by default. */
  hint?: boolean | undefined;
  /** Applies to requests without a `stopWhen` of their own; 20 by default. */
  maxSteps?: number | undefined;
}
