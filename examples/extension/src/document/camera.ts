import type { PageWhere } from '@btcp/client/page-agent';
import type { Box, BrowserAgent } from 'btcp-browser-agent';
import type { Pose, Response } from '../shared/messages.js';
import type { Mark } from './mark.js';
import { createPinned } from './pinned.js';

/** The area of a photograph, in CSS pixels of the page. */
export interface Scene extends Box {
  screen: Box;
  /** The width of a capture of the tab, scrollbar included. */
  captureWidth: number;
  page: PageWhere;
}

export interface Corner {
  x: number;
  y: number;
}

// A hidden tab draws no frames.
const FRAME_MS = 200;

export function createCamera(agent: BrowserAgent, mark: Mark): (pose: Pose) => Promise<Response> {
  let before: Corner = corner();
  let pinned = createPinned();
  let isPosed = false;

  async function begin(selector: string | undefined, fullPage: boolean): Promise<Response> {
    end();
    before = corner();
    pinned = createPinned();
    const found = selector === undefined ? undefined : await agent.execute({ action: 'box', selector });
    if (found?.success === false) return found;
    const box = found?.data as Box | undefined;
    isPosed = true;
    mark.hide(true);
    const root = document.scrollingElement ?? document.documentElement;
    const screen = { ...corner(), width: root.clientWidth, height: root.clientHeight };
    const whole = { x: 0, y: 0, width: root.scrollWidth, height: root.scrollHeight };
    const area = box ? { ...box, x: screen.x + box.x, y: screen.y + box.y } : fullPage ? whole : screen;
    const page: PageWhere = { url: document.URL, title: document.title };
    const scene: Scene = { ...area, screen, captureWidth: innerWidth, page };
    return { success: true, data: scene };
  }

  async function show(x: number, y: number, isFirst: boolean): Promise<Corner> {
    pinned.show();
    scrollTo({ left: x, top: y, behavior: 'instant' });
    // Pinned elements would be in every tile.
    if (!isFirst) pinned.hide();
    await painted();
    return corner();
  }

  function end(): null {
    if (!isPosed) return null;
    isPosed = false;
    pinned.show();
    scrollTo({ left: before.x, top: before.y, behavior: 'instant' });
    mark.hide(false);
    return null;
  }

  return async (pose) => {
    if (pose.step === 'begin') return begin(pose.selector, pose.fullPage ?? false);
    return { success: true, data: pose.step === 'show' ? await show(pose.x, pose.y, pose.isFirst) : end() };
  };
}

function corner(): Corner {
  return { x: scrollX, y: scrollY };
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FRAME_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
