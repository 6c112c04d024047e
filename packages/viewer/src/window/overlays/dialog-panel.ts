import type { LiveDialog } from '@btcp/protocol';
import type { Viewer } from '../../viewer/viewer.js';
import { element } from '../elements/element.js';
import { panel } from './panel.js';

export function dialogPanel(
  viewer: Viewer,
  { type, message, defaultText }: LiveDialog,
  canAnswer: boolean,
): HTMLElement {
  const isLeaving = type === 'beforeunload';
  const field = element('input', { type: 'text', 'aria-label': message, autofocus: true, value: defaultText ?? '' });
  const words = message || (isLeaving ? 'Changes that you made may not be saved.' : '');
  return panel({
    role: 'alertdialog',
    title: isLeaving ? 'Leave this page?' : 'The page says',
    body: [element('p', { class: 'message' }, words), ...(type === 'prompt' ? [field] : [])],
    accept: isLeaving ? 'Leave' : 'OK',
    decline: type === 'alert' ? undefined : isLeaving ? 'Stay' : 'Cancel',
    canAnswer,
    onAnswer: (accept) => viewer.answerDialog(accept, accept && type === 'prompt' ? field.value : undefined),
  });
}
