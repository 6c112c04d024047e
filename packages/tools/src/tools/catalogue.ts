import { auditTools } from './audits/audit-tools.js';
import { browserClick } from './browser-click.js';
import { browserClose } from './browser-close.js';
import { consoleTools } from './browser-console.js';
import { browserDialog } from './browser-dialog.js';
import { browserDrag } from './browser-drag.js';
import { browserEval } from './browser-eval.js';
import { browserEvaluate } from './browser-evaluate.js';
import { browserFill, browserSelect } from './browser-fill.js';
import { browserFillForm } from './browser-fill-form.js';
import { browserFind } from './browser-find.js';
import { historyTools } from './browser-history.js';
import { browserNavigate } from './browser-navigate.js';
import { networkTools } from './browser-network.js';
import { browserGetNetworkSources } from './browser-network-sources.js';
import { browserSetOffline } from './browser-offline.js';
import { browserOpen } from './browser-open.js';
import { browserHover, browserPress } from './browser-pointer-and-keys.js';
import { readingTools } from './browser-read.js';
import { browserRequestUser } from './browser-request-user.js';
import { browserResize } from './browser-resize.js';
import { browserScreenshot } from './browser-screenshot.js';
import { browserScroll } from './browser-scroll.js';
import { browserGetServiceWorkers } from './browser-service-workers.js';
import { browserSnapshot } from './browser-snapshot.js';
import { browserTabs } from './browser-tabs.js';
import { browserTakeScreenshot } from './browser-take-screenshot.js';
import { browserType } from './browser-type.js';
import { browserUpload } from './browser-upload.js';
import { browserWait } from './browser-wait.js';
import { browserWaitFor } from './browser-wait-for.js';
import { browserWaitForSelector } from './browser-wait-for-selector.js';
import type { Tool } from './definition/tool.js';
import { browserEmulate } from './emulation/browser-emulate.js';
import { browserBatch } from './input/browser-batch.js';
import { browserCheck, browserFocus, browserUncheck } from './input/browser-check.js';
import { browserClipboard } from './input/browser-clipboard.js';
import { browserDrop } from './input/browser-drop.js';
import { browserKeyDown, browserKeyUp } from './input/browser-hold-key.js';
import { browserMouse } from './input/browser-mouse.js';
import { browserTouch } from './input/browser-touch.js';
import { browserHar } from './network/browser-har.js';
import { browserNetworkRequest } from './network/browser-network-request.js';
import { browserNetworkRequests } from './network/browser-network-requests.js';
import { browserRoute, browserUnroute } from './network/browser-route.js';
import { browserSetHeaders } from './network/browser-set-headers.js';
import { browserThrottle } from './network/browser-throttle.js';
import { browserCapture } from './pictures/browser-capture.js';
import { browserCompare } from './pictures/browser-compare.js';
import { browserPdf } from './pictures/browser-pdf.js';
import { browserVideo } from './pictures/browser-video.js';
import { browserExpect } from './questions/browser-expect.js';
import { browserQuery } from './questions/browser-query.js';
import { readImage } from './read-image.js';
import { browserCookies } from './storage/browser-cookies.js';
import { browserStorage } from './storage/browser-storage.js';
import { browserStorageState } from './storage/browser-storage-state.js';

/** Every tool under its canonical name, in the order of listing. */
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
  browserDrag,
  browserUpload,
  browserCheck,
  browserUncheck,
  browserFocus,
  browserMouse,
  browserTouch,
  browserKeyDown,
  browserKeyUp,
  browserDrop,
  browserClipboard,
  browserBatch,
  browserWaitFor,
  ...readingTools,
  browserQuery,
  browserExpect,
  browserScreenshot,
  browserCapture,
  browserCompare,
  browserPdf,
  browserVideo,
  readImage,
  browserEvaluate,
  ...historyTools,
  browserTabs,
  browserDialog,
  browserRequestUser,
  browserResize,
  ...consoleTools,
  ...networkTools,
  browserGetNetworkSources,
  browserGetServiceWorkers,
  browserSetOffline,
  browserNetworkRequests,
  browserNetworkRequest,
  browserRoute,
  browserUnroute,
  browserSetHeaders,
  browserThrottle,
  browserHar,
  browserEmulate,
  browserCookies,
  browserStorage,
  browserStorageState,
  ...auditTools,
  browserClose,
];

/** The tools that a connected page rejects. */
export const wholeBrowserTools: ReadonlySet<string> = new Set(
  catalogue.filter(({ needsWholeBrowser }) => needsWholeBrowser).map(({ name }) => name),
);

/** Second names of tools, all callable; sets choose which are listed. */
export const aliases: readonly Tool[] = [
  browserOpen,
  browserEval,
  browserTakeScreenshot,
  browserWaitForSelector,
  browserWait,
];
