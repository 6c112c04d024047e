import { BtcpError } from '@btcp/protocol';
import { notShown } from '../page/page.js';
import { completionForm } from './completion-form.js';

const SOURCE = 'btcp-evaluate';

export async function evaluateInPage(document: Document, code: string): Promise<unknown> {
  const view = document.defaultView;
  if (typeof code !== 'string' || code.trim() === '')
    throw new BtcpError('invalid_input', 'There is no script to run.', { hint: 'Give JavaScript as script.' });
  if (!view) throw notShown();
  const compiles = (text: string): boolean => {
    try {
      new view.Function(text);
      return true;
    } catch (error) {
      if (isNamed(error, 'EvalError')) throw forbidden(error);
      return false;
    }
  };
  // A static block allows no `return` and no `await`, like a script, but is strict: hence the second try.
  const parses = (text: string) =>
    compiles(`class Check { static {${text}\n} }`) || (!/\b(?:await|return)\b/.test(text) && compiles(text));
  try {
    // An indirect call runs in the global scope.
    const run = view.eval;
    return await run(`${completionForm(code, parses)}\n//# sourceURL=${SOURCE}`);
  } catch (error) {
    if (error instanceof BtcpError) throw error;
    throw isNamed(error, 'EvalError') ? forbidden(error) : scriptFailed(error);
  }
}

function isNamed(error: unknown, name: string): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === name;
}

function forbidden(cause: unknown): BtcpError {
  return new BtcpError('unsupported', "The page's Content-Security-Policy forbids running scripts from text.", {
    hint: 'Use the other actions, or an engine that drives Chrome from outside.',
    cause,
  });
}

function scriptFailed(thrown: unknown): BtcpError {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) {
    return new BtcpError('script_failed', `The script threw ${String(thrown)}.`, {
      hint: 'Correct the script and run it again.',
      cause: thrown,
    });
  }
  const name = 'name' in thrown ? String(thrown.name) : 'Error';
  const stack = 'stack' in thrown ? String(thrown.stack) : '';
  const line = new RegExp(`${SOURCE}:(\\d+)`).exec(stack)?.[1];
  return new BtcpError('script_failed', `${name}: ${String(thrown.message)}${line ? ` at line ${line}` : ''}`, {
    hint: 'Correct the script and run it again.',
    cause: thrown,
  });
}
