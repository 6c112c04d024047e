import type { AgentOptions } from '../engine/agent-options.js';
import type { BrowserSource } from '../engine/create-browser.js';
import type { Approval } from '../tools/create-tools.js';
import type { ToolEvents } from '../tools/tool-events.js';
import type { PluginResult } from './results.js';

/** A tool of the plugin. */
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
  /** What the tools drive, and what is never closed: the agent of a page, or any browser. One is made when left out. */
  agent?: BrowserSource | undefined;
  /** Which page is driven, where no agent is given and the page itself is the browser. */
  agentOptions?: AgentOptions | undefined;
  /** `safe` neither runs scripts nor takes screenshots; `all` by default. */
  tools?: 'all' | 'safe' | readonly BTCPToolName[] | undefined;
  /** Characters after which the text of a snapshot is cut, at the end of a line; 50,000 by default. */
  maxSnapshotSize?: number | undefined;
  /** Whether snapshots come with a screenshot, for models that see; false by default. */
  includeScreenshots?: boolean | undefined;
  /** Whether the model is shown pictures; true by default. Say false for a model that sees none. */
  images?: boolean | undefined;
  /** Which calls wait until a person has allowed them; none by default. */
  needsApproval?: Approval | undefined;
  /** Whether the system prompt explains the tools; true by default. */
  hint?: boolean | undefined;
  /** How many steps a request takes at most, where it has no `stopWhen` of its own; 20 by default. */
  maxSteps?: number | undefined;
}
