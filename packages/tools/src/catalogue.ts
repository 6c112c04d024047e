import { browserEval } from './aliases/browser-eval.js';
import { browserOpen } from './aliases/browser-open.js';
import { browserTakeScreenshot } from './aliases/browser-take-screenshot.js';
import { browserWait } from './aliases/browser-wait.js';
import { browserWaitForSelector } from './aliases/browser-wait-for-selector.js';
import type { Tool } from './tool.js';
import { browserClick } from './tools/browser-click.js';
import { browserClose } from './tools/browser-close.js';
import { browserClearConsoleLogs, browserRecentConsoleLogs } from './tools/browser-console.js';
import { browserDialog } from './tools/browser-dialog.js';
import { browserEvaluate } from './tools/browser-evaluate.js';
import { browserFill, browserSelect } from './tools/browser-fill.js';
import { browserFillForm } from './tools/browser-fill-form.js';
import { browserFind } from './tools/browser-find.js';
import { browserBack, browserForward, browserReload } from './tools/browser-history.js';
import { browserNavigate } from './tools/browser-navigate.js';
import { browserClearNetworkRequests, browserRecentNetworkRequests } from './tools/browser-network.js';
import { browserGetNetworkSources } from './tools/browser-network-sources.js';
import { browserSetOffline } from './tools/browser-offline.js';
import { browserHover, browserPress } from './tools/browser-pointer-and-keys.js';
import { browserGetAttribute, browserGetText, browserIsVisible } from './tools/browser-read.js';
import { browserRequestUser } from './tools/browser-request-user.js';
import { browserResize } from './tools/browser-resize.js';
import { browserScreenshot } from './tools/browser-screenshot.js';
import { browserScroll } from './tools/browser-scroll.js';
import { browserGetServiceWorkers } from './tools/browser-service-workers.js';
import { browserSnapshot } from './tools/browser-snapshot.js';
import { browserTabs } from './tools/browser-tabs.js';
import { browserType } from './tools/browser-type.js';
import { browserWaitFor } from './tools/browser-wait-for.js';
import { readImage } from './tools/read-image.js';

/** Every tool under its canonical name, in the order that surfaces list them. */
export const catalogue: readonly Tool[] = [
  browserNavigate,
  browserSnapshot,
  browserFind,
  browserClick,
  browserType,
  browserFill,
  browserFillForm,
  browserSelect,
  browserPress,
  browserHover,
  browserScroll,
  browserWaitFor,
  browserGetText,
  browserGetAttribute,
  browserIsVisible,
  browserScreenshot,
  readImage,
  browserEvaluate,
  browserBack,
  browserForward,
  browserReload,
  browserTabs,
  browserDialog,
  browserRequestUser,
  browserResize,
  browserRecentConsoleLogs,
  browserClearConsoleLogs,
  browserRecentNetworkRequests,
  browserClearNetworkRequests,
  browserGetNetworkSources,
  browserGetServiceWorkers,
  browserSetOffline,
  browserClose,
];

/** The second names of tools. Who knows a tool by such a name can call it, and sets choose which name is shown. */
export const aliases: readonly Tool[] = [
  browserOpen,
  browserEval,
  browserTakeScreenshot,
  browserWaitForSelector,
  browserWait,
];
