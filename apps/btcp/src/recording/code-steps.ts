import { parseRef } from '@btcp/protocol';
import type { RecordedAction } from '../contract/types.js';
import { PERSON } from './record-drive.js';

export interface Place {
  selector: string;
  frames: readonly string[];
  byRole?: { role: string; name: string } | undefined;
}

const ROLES = new Set(
  'button checkbox combobox heading link listbox menuitem option radio searchbox slider spinbutton switch tab textbox'.split(
    ' ',
  ),
);

export interface Dialect {
  navigate(url: string): string;
  click(place: Place, options: { button: string; count: number }): string;
  type(place: Place, text: string): string;
  fill(place: Place, value: string): string;
  select(place: Place, value: string): string;
  hover(place: Place): string;
  press(key: string): string;
  waitForSelector(place: Place): string;
  waitForText(text: string): string;
  history(where: 'back' | 'forward' | 'reload'): string;
  resize(width: number, height: number): string;
  evaluate(script: string): string;
  leading(step: string, url: string): string;
  /** Checks the value of a field; left out where a script checks nothing. */
  holds?(place: Place, value: string): string;
}

const TRAVELS = new Set(['browser_navigate', 'browser_back', 'browser_forward', 'browser_reload']);

export function codeSteps(actions: readonly RecordedAction[], dialect: Dialect): string[] {
  let url = '';
  return actions
    .filter(({ success }) => success)
    .flatMap((action) => {
      if (action.tool === PERSON) {
        // The drive may have ended anywhere.
        url = '';
        return [`// A person ${action.outcome}.`, '// Do this by hand, or start from a state in which it is done.'];
      }
      const comment = `// ${action.outcome.replaceAll(/\s+/g, ' ')}`;
      const code = stepOf(action, dialect);
      const leads = !TRAVELS.has(action.tool) && action.url !== '' && url !== '' && action.url !== url;
      url = action.url || url;
      if (code === undefined) return [`${comment} (${action.tool}: do this by hand)`];
      return [comment, leads ? dialect.leading(code, action.url) : code];
    });
}

interface Step {
  action: RecordedAction;
  input: Record<string, unknown>;
  place: Place | undefined;
  typed: string | undefined;
}

type Say = (dialect: Dialect, step: Step) => string | undefined;

const SAY: Record<string, Say> = {
  browser_navigate: (dialect, { action, input }) => dialect.navigate(action.url || String(input.url)),
  browser_back: (dialect) => dialect.history('back'),
  browser_forward: (dialect) => dialect.history('forward'),
  browser_reload: (dialect) => dialect.history('reload'),
  browser_resize: (dialect, { input }) => dialect.resize(Number(input.width), Number(input.height)),
  browser_press: (dialect, { input }) => dialect.press(String(input.key)),
  browser_evaluate: (dialect, { input }) => dialect.evaluate(String(input.script)),
  browser_fill_form: (dialect, { input }) =>
    fieldsOf(input)
      .map(({ selector, value }) => dialect.fill({ selector: String(selector), frames: [] }, String(value)))
      .join('\n'),
  browser_wait_for: (dialect, { place, typed }) => {
    if (place) return dialect.waitForSelector(place);
    return typed === undefined ? undefined : dialect.waitForText(typed);
  },
  browser_click: at((dialect, place, { input }) =>
    dialect.click(place, { button: text(input.button) ?? 'left', count: Number(input.clickCount ?? 1) }),
  ),
  browser_type: at((dialect, place, { input, action, typed = '' }) => {
    const typing = dialect.type(place, typed);
    if (input.submit) return `${typing}\n${dialect.press('Enter')}`;
    return checked(dialect, place, typing, action);
  }),
  browser_fill: at((dialect, place, { typed = '', action }) =>
    checked(dialect, place, dialect.fill(place, typed), action),
  ),
  browser_select: at((dialect, place, { input }) =>
    dialect.select(place, String([input.values ?? input.value ?? input.option].flat()[0] ?? '')),
  ),
  browser_hover: at((dialect, place) => dialect.hover(place)),
};

function at(say: (dialect: Dialect, place: Place, step: Step) => string): Say {
  return (dialect, step) => step.place && say(dialect, step.place, step);
}

function checked({ holds }: Dialect, place: Place, step: string, action: RecordedAction): string {
  return holds && action.holds !== undefined ? `${step}\n${holds(place, action.holds)}` : step;
}

function byRole({ role, name, around }: RecordedAction): Place['byRole'] {
  return around?.isOnly && role !== undefined && name && ROLES.has(role) ? { role, name } : undefined;
}

function stepOf(action: RecordedAction, dialect: Dialect): string | undefined {
  const { tool, input, frames = [] } = action;
  const selector = action.selector ?? lasting(input.selector) ?? lasting(input.ref);
  const place = selector === undefined ? undefined : { selector, frames, byRole: byRole(action) };
  return SAY[tool]?.(dialect, { action, input, place, typed: text(input.text) ?? text(input.value) });
}

function fieldsOf({ fields }: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(fields) ? fields : [];
}

// Refs do not outlive their page.
function lasting(selector: unknown): string | undefined {
  return typeof selector === 'string' && !parseRef(selector) ? selector : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function literal(value: string): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
