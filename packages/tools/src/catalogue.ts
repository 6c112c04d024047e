import type { Tool } from './tool.js';
import { browserClose } from './tools/browser-close.js';
import { browserClearConsoleLogs, browserRecentConsoleLogs } from './tools/browser-console.js';
import { browserDialog } from './tools/browser-dialog.js';
import { browserBack, browserForward, browserReload } from './tools/browser-history.js';
import { browserNavigate } from './tools/browser-navigate.js';
import { browserClearNetworkRequests, browserRecentNetworkRequests } from './tools/browser-network.js';
import { browserResize } from './tools/browser-resize.js';
import { browserSnapshot } from './tools/browser-snapshot.js';
import { browserTabs } from './tools/browser-tabs.js';

/** Every tool, in the order that surfaces list them. */
export const catalogue: readonly Tool[] = [
  browserNavigate,
  browserSnapshot,
  browserBack,
  browserForward,
  browserReload,
  browserTabs,
  browserDialog,
  browserResize,
  browserRecentConsoleLogs,
  browserClearConsoleLogs,
  browserRecentNetworkRequests,
  browserClearNetworkRequests,
  browserClose,
];
