import type { ErrorData, LiveDownload } from '@btcp/protocol';
import type { ViewerState } from '../../state/viewer-state.js';
import { element, iconButton, type Part } from '../elements/element.js';
import { icon } from '../elements/icons.js';

const TOAST_MS = 8000;

export function createToasts(): Part<ViewerState> {
  const root = element('div', { class: 'toasts', role: 'status' });
  const shown = new Map<string, { from: LiveDownload; toast: HTMLElement }>();
  let lastError: ErrorData | null = null;

  const showForAWhile = (toast: HTMLElement) => setTimeout(() => toast.remove(), TOAST_MS);

  return {
    root,
    update({ downloads, error, status }) {
      for (const download of downloads) {
        const before = shown.get(download.id);
        if (before?.from === download) continue;
        const toast = downloadToast(download);
        if (before) before.toast.replaceWith(toast);
        else root.append(toast);
        shown.set(download.id, { from: download, toast });
        if (download.state === 'completed' || download.state === 'failed') showForAWhile(toast);
      }
      if (error && error !== lastError && status === 'live') {
        const toast = toastOf(error.hint ? `${error.message} ${error.hint}` : error.message);
        toast.classList.add('failed');
        root.append(toast);
        showForAWhile(toast);
      }
      lastError = error;
    },
  };
}

function downloadToast({ name, state, received, total }: LiveDownload): HTMLElement {
  const words = { started: 'Downloading', progress: 'Downloading', completed: 'Downloaded', failed: 'Failed' }[state];
  const progress = element('progress', { 'aria-label': name, ...(total > 0 ? { max: total, value: received } : {}) });
  return toastOf(`${words}: ${name}`, ...(state === 'started' || state === 'progress' ? [progress] : []));
}

function toastOf(text: string, ...more: Node[]): HTMLElement {
  const toast = element('div', { class: 'toast' }, element('span', {}, text), ...more);
  toast.append(iconButton(icon('close'), 'Dismiss', () => toast.remove()));
  return toast;
}
