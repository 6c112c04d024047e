// Chrome allows two captures a second.
const AGAIN_MS = 250;
const TRIES = 20;

/** A picture of the tab in screen pixels; undefined when it is not in front. */
export async function captureTab(tabId: number): Promise<ImageBitmap | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { active, windowId } = await chrome.tabs.get(tabId);
    if (!active) return undefined;
    try {
      const url = await chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
      // The person may have changed to another tab, which is private.
      if (!(await chrome.tabs.get(tabId)).active) return undefined;
      return await createImageBitmap(await (await fetch(url)).blob());
    } catch (thrown) {
      if (!String(thrown).includes('MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND')) return undefined;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
  return undefined;
}
