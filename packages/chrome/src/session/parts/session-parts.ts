import { allowCopying } from '../../actions/clipboard.js';
import { Capture } from '../../capture/capture.js';
import { Connection } from '../../capture/connection.js';
import { Emulation } from '../../emulation/emulation.js';
import { Downloads } from '../../files/downloads.js';
import { ChromeLive } from '../../live/chrome-live.js';
import { Routes } from '../../network/routes.js';
import type { VisitByName } from '../../policy/local-visits.js';
import { Tabs } from '../../tab/tabs.js';
import { Videos } from '../../video/videos.js';
import { Har } from '../requests/har.js';
import type { SessionOptions } from './session-options.js';

export interface SessionParts {
  tabs: Tabs;
  capture: Capture;
  downloads: Downloads;
  connection: Connection;
  emulation: Emulation;
  routes: Routes;
  har: Har;
  live: ChromeLive;
  videos: Videos;
}

export async function startParts(options: SessionOptions): Promise<SessionParts> {
  const { chrome, tab, files, viewport, headed, imageSide, egress, quota, persons } = options;
  const explain = (url: string) => egress?.failureOf(url);
  const connection = new Connection();
  const emulation = new Emulation(async () => ({
    root: await chrome.root(),
    context: tab.browserContext().id,
  }));
  const routes = new Routes();
  const capture = new Capture({ connection, emulation, routes, explain });
  const byName: VisitByName = (url, visit) => (egress ? egress.visits.during(url, visit) : visit());
  const context = tab.browserContext().id;
  let hasFrame = (_frameId: string) => false;
  const isOurs = persons && ((frameId: string) => hasFrame(frameId));
  const [root, downloads, tabs] = await Promise.all([
    chrome.root(),
    chrome
      .openRoot()
      .then((line) => Downloads.start(line, { files, quota, context, isOurs, isPrivate: () => capture.isPaused })),
    Tabs.start(chrome.root(), tab, { viewport, capture, emulation, explain, byName, headed, imageSide, persons }),
  ]);
  hasFrame = (frameId) => tabs.attached.some((each) => each.frames.has(frameId));
  if (egress) egress.visits.documents = () => tabs.sources;
  routes.onAnswered = (requestId) => {
    for (const { document } of tabs.attached) {
      document.markScripted();
      document.markScripted(requestId);
    }
  };
  const copying = headed ? undefined : allowCopying({ root, context }).catch(() => {});
  const [live] = await Promise.all([ChromeLive.start({ root, tabs, files, downloads, capture }), copying]);
  const har = new Har(capture, routes, files);
  const videos = new Videos({ browser: chrome.browser, live }, files);
  return { tabs, capture, downloads, connection, emulation, routes, har, live, videos };
}
