import type { LiveDownload } from '@btcp/protocol';
import type { ViewerState } from '../../viewer-state.js';
import { element, iconButton, type Part } from '../element.js';
import { icon } from '../icons.js';

const SHOWN_WHEN_OVER = 8000;

/** What the browser downloads, while it does and a little longer. */
export function createDownloads(): Part<ViewerState> {
  const root = element('div', { class: 'downloads', role: 'status' });
  const shown = new Map<string, { from: LiveDownload; toast: HTMLElement }>();
  return {
    root,
    update({ downloads }) {
      for (const download of downloads) {
        const before = shown.get(download.id);
        if (before?.from === download) continue;
        const toast = toastOf(download);
        if (before) before.toast.replaceWith(toast);
        else root.append(toast);
        shown.set(download.id, { from: download, toast });
        if (download.state === 'completed' || download.state === 'failed') {
          setTimeout(() => toast.remove(), SHOWN_WHEN_OVER);
        }
      }
    },
  };
}

function toastOf({ name, state, received, total }: LiveDownload): HTMLElement {
  const progress = element('progress', total > 0 ? { max: total, value: received, 'aria-label': name } : {});
  const words = { started: 'Downloading', progress: 'Downloading', completed: 'Downloaded', failed: 'Failed' }[state];
  const toast = element('div', { class: 'toast' }, element('span', {}, `${words}: ${name}`));
  if (state === 'started' || state === 'progress') toast.append(progress);
  toast.append(iconButton(icon('close'), 'Dismiss', () => toast.remove()));
  return toast;
}
