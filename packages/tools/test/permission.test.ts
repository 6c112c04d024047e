import { PAGE_COMMANDS, PAGE_TOOL } from '@btcp/protocol';
import { callableTools, catalogue, chooseTools, pageTools, permitCall, permitPageCall } from '@btcp/tools';
import { expect, test } from 'vitest';

const ofPages = pageTools({ pages: () => [], onChange: () => () => {} });
const from = [...catalogue, ...ofPages];
const outcome = (act: () => unknown): string => {
  try {
    act();
    return 'permitted';
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
};

test.each(Object.keys(PAGE_COMMANDS))('the page command %s has the power of exactly one tool', (action) => {
  const command = { action };
  const denied = catalogue
    .map(({ name }) => name)
    .filter(
      (name) => outcome(() => permitPageCall(callableTools({ deny: [name], from }), PAGE_TOOL, command)) === 'denied',
    );
  expect(denied).toHaveLength(1);
  const only = chooseTools({ set: [...denied, 'page_tool_call'], from });
  expect(outcome(() => permitPageCall(only, PAGE_TOOL, command))).toBe('permitted');
});

test.each([
  ['a script that is waited for', { action: 'waitFor', function: 'steal()' }],
  ['a command of a newer page', { action: 'runAnything' }],
  ['a name of every object', { action: 'constructor' }],
  ['no action', {}],
  ['something that is no object', 'evaluate'],
])('%s needs browser_evaluate', (_, command) => {
  const call = (deny: string[]) => outcome(() => permitPageCall(callableTools({ deny, from }), PAGE_TOOL, command));
  expect([call([]), call(['browser_evaluate'])]).toEqual(['permitted', 'denied']);
});

test('a second name stands for the first, and the own tools of a page need page_tool_call alone', () => {
  const named = chooseTools({
    set: ['browser_eval', 'page_tool_call'],
    from: [...callableTools({}).values(), ...ofPages],
  });
  expect(outcome(() => permitPageCall(named, PAGE_TOOL, { action: 'evaluate' }))).toBe('permitted');
  const alone = chooseTools({ set: ['page_tool_call'], from });
  expect(outcome(() => permitPageCall(alone, 'add_todo', { action: 'evaluate' }))).toBe('permitted');
  expect(outcome(() => permitPageCall(chooseTools({ set: ['browser_click'], from }), 'add_todo', {}))).toBe(
    'unknown_tool',
  );
});

test('a new tab opens no address where browser_navigate is denied', () => {
  const open = { action: 'new', url: 'http://example.com' };
  expect(outcome(() => permitCall(callableTools({}), 'browser_tabs', open))).toBe('permitted');
  const tools = callableTools({ deny: ['browser_navigate'] });
  expect(outcome(() => permitCall(tools, 'browser_tabs', open))).toBe('invalid_input');
  expect(outcome(() => permitCall(tools, 'browser_tabs', { action: 'new' }))).toBe('permitted');
});
