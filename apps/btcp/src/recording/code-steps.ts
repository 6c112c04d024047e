import { parseRef } from '@btcp/protocol';
import type { RecordedAction } from '../contract/types.js';
import { PERSON } from './record-drive.js';

/** Where an element is: a selector, and those of the iframes around it, the outermost first. */
export interface Place {
  selector: string;
  frames: readonly string[];
}

/** How a language of scripts says each step; what it cannot say becomes a comment. */
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
  /** A step that leads to another page. */
  leading(step: string, url: string): string;
}

/** What waits for the page it goes to by itself. */
const TRAVELS = new Set(['browser_navigate', 'browser_back', 'browser_forward', 'browser_reload']);

/** The steps as lines of code, each after a comment that says what it is about. */
export function codeSteps(actions: readonly RecordedAction[], dialect: Dialect): string[] {
  let url = '';
  return actions
    .filter(({ success }) => success)
    .flatMap((action) => {
      if (action.tool === PERSON) {
        // Where that led is not known.
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

function stepOf(action: RecordedAction, dialect: Dialect): string | undefined {
  const { tool, input } = action;
  const selector = action.selector ?? lasting(input.selector) ?? lasting(input.ref);
  const place = selector === undefined ? undefined : { selector, frames: action.frames ?? [] };
  const typed = text(input.text) ?? text(input.value);
  switch (tool) {
    case 'browser_navigate':
      return dialect.navigate(action.url || String(input.url));
    case 'browser_back':
    case 'browser_forward':
    case 'browser_reload':
      return dialect.history(tool.slice('browser_'.length) as 'back');
    case 'browser_resize':
      return dialect.resize(Number(input.width), Number(input.height));
    case 'browser_fill_form':
      return fieldsOf(input)
        .map(({ selector, value }) => dialect.fill({ selector: String(selector), frames: [] }, String(value)))
        .join('\n');
    case 'browser_press':
      return dialect.press(String(input.key));
    case 'browser_evaluate':
      return dialect.evaluate(String(input.script));
    case 'browser_wait_for':
      if (place) return dialect.waitForSelector(place);
      return typed === undefined ? undefined : dialect.waitForText(typed);
  }
  if (!place) return undefined;
  switch (tool) {
    case 'browser_click':
      return dialect.click(place, { button: text(input.button) ?? 'left', count: Number(input.clickCount ?? 1) });
    case 'browser_type': {
      const typing = dialect.type(place, typed ?? '');
      return input.submit ? `${typing}\n${dialect.press('Enter')}` : typing;
    }
    case 'browser_fill':
      return dialect.fill(place, typed ?? '');
    case 'browser_select':
      return dialect.select(place, String([input.values ?? input.value ?? input.option].flat()[0] ?? ''));
    case 'browser_hover':
      return dialect.hover(place);
    default:
      return undefined;
  }
}

function fieldsOf({ fields }: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(fields) ? fields : [];
}

/** A ref is gone with its page. */
function lasting(selector: unknown): string | undefined {
  return typeof selector === 'string' && !parseRef(selector) ? selector : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function literal(value: string): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
