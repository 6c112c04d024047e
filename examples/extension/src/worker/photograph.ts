import type { Command } from '../messages.js';

/** What is on screen in this tab, or `undefined` where only the document itself can draw what is asked for. */
export async function photograph(tabId: number, command: Command): Promise<object | undefined> {
  const { selector, fullPage, format = 'png', quality = 90 } = command;
  if (selector !== undefined || fullPage || (format !== 'png' && format !== 'jpeg')) return undefined;
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (!active) return undefined;
  const url = await chrome.tabs.captureVisibleTab(windowId, { format, quality: Number(quality) });
  // The person may have turned to another tab meanwhile, which is nobody's business.
  if (!(await chrome.tabs.get(tabId)).active) return undefined;
  const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
  return { screenshot: url.slice(url.indexOf(',') + 1), format, width, height };
}
