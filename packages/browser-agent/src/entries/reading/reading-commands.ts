import { type AnswerTo, type ParametersOf, READERS, type ReadAction } from '@btcp/protocol';
import type { Page } from '../../acting/page/page.js';
import { documentPage } from './document-page.js';

export function isReading(action: string): action is ReadAction {
  return Object.hasOwn(READERS, action);
}

export function read<Action extends ReadAction>(
  page: Page,
  action: Action,
  parameters: ParametersOf<Action>,
): AnswerTo<Action> {
  return READERS[action](documentPage(page), parameters) as AnswerTo<Action>;
}
