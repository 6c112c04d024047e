import { isCurtained, type ViewerState } from '../state/viewer-state.js';
import { element, type Part } from './elements/element.js';

export function createPictureStatus(): Part<ViewerState> {
  const spinner = element('span', { class: 'spinner', 'aria-hidden': 'true' });
  const text = element('span');
  const root = element('div', { class: 'status', role: 'status' }, spinner, text);
  return {
    root,
    update(state) {
      const { status, picture, isCrashed } = state;
      const words = wordsFor(state);
      root.hidden = words === '';
      root.dataset.over = picture ? 'picture' : 'nothing';
      spinner.hidden =
        status === 'closed' || (status === 'live' && (isCrashed || isCurtained(state) || Boolean(picture)));
      if (text.textContent !== words) text.textContent = words;
    },
  };
}

function wordsFor(state: ViewerState): string {
  const { status, staleFor, picture, error, closeReason, isCrashed, isDriving } = state;
  if (status === 'closed') return closeReason ?? 'The browser is closed.';
  if (status === 'connecting') return error ? `Connecting… ${error.message}` : 'Connecting…';
  const age = picture && staleFor > 0 ? `picture is ${ageOf(staleFor)} old` : '';
  if (status === 'reconnecting') return age ? `Reconnecting… ${age}` : 'Reconnecting…';
  if (isCurtained(state)) return 'Hidden while someone drives in private.';
  if (isCrashed) return isDriving ? 'The page has crashed. Reload it.' : 'The page has crashed.';
  if (!picture) return 'Waiting for the first picture…';
  return age && `No updates, ${age}`;
}

function ageOf(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
