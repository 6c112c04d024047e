import type { AnswerTo, ParametersOf, ReadAction } from '@btcp/protocol';
import { boxOf } from '../../acting/actions/box.js';
import { query } from '../../acting/actions/query.js';
import { getAttribute, getText, isShown } from '../../acting/actions/read.js';
import type { Page } from '../../acting/page/page.js';

type Readers = {
  [Action in ReadAction]: (page: Page, parameters: ParametersOf<Action>) => AnswerTo<Action>;
};

// A new command needs a line here and one in the page contract.
const READERS: Readers = {
  getText: (page, { selector, format }) => getText(page, selector, format),
  getAttribute: (page, { selector, attribute }) => ({ value: getAttribute(page, selector, attribute) }),
  isVisible: (page, { selector }) => ({ visible: isShown(page, selector) }),
  box: (page, { selector }) => boxOf(page, selector),
  query: (page, { selector, what, names }) => ({ value: query(page, selector, what, names) }),
};

export function isReading(action: string): action is ReadAction {
  return Object.hasOwn(READERS, action);
}

export function read<Action extends ReadAction>(
  page: Page,
  action: Action,
  parameters: ParametersOf<Action>,
): AnswerTo<Action> {
  return READERS[action](page, parameters);
}
