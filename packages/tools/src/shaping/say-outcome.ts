import type { z } from 'zod';
import type { actionOutput } from './action-output.js';
import { newsIn } from './news.js';

type Outcome = z.output<typeof actionOutput>;

/** `Clicked button "Save" @e3.` and what came of it. */
export function sayOutcome(verb: string, { acted, effects }: Outcome): string {
  const holds = sayState(acted);
  const told = sayEffects(newsIn(acted, effects));
  const lines = [`${verb} ${acted.element} ${acted.ref}${holds ? `, which ${holds}` : ''}.`, acted.note, ...told];
  if (told.length === 0 && !holds) lines.push(`Nothing else was observed within ${effects.waited} ms.`);
  return lines.filter(Boolean).join('\n');
}

function sayState({ selected, checked, value }: Outcome['acted']): string | undefined {
  if (selected) return `now has ${selected.join(', ') || 'nothing'} selected`;
  if (checked !== undefined) return `is now ${checked === 'mixed' ? 'mixed' : checked ? 'checked' : 'not checked'}`;
  return value === undefined ? undefined : `now holds "${value}"`;
}

/** One line for each effect. */
export function sayEffects(effects: Outcome['effects']): string[] {
  const { navigated, dialog, openedTabs = [], downloads = [], fileChooser, focus, changes } = effects;
  const { announcements = [], consoleErrors = [], failedRequests = [] } = effects;
  const lines = [
    navigated && `The page went to ${navigated}.`,
    ...openedTabs.map(({ id, url }) => `A tab opened: ${id} ${url}`),
    dialog && `It opened a dialog (${dialog.type}): "${dialog.message}".`,
    ...downloads.map(({ name, url, path, size }) =>
      path === undefined
        ? `A download has begun: ${name} from ${url}`
        : `Downloaded ${name} (${size} bytes) to ${path}.`,
    ),
    fileChooser && `A file chooser opened for ${fileChooser.multiple ? 'files' : 'one file'}: use browser_upload.`,
    focus && `The focus is on ${focus.element} ${focus.ref}.`,
    // What is still there is among the changed lines.
    ...announcements.filter((text) => !changes?.includes(text)).map((text) => `The page said: "${text}"`),
    changes,
    ...consoleErrors.map((text) => `Console error: ${text}`),
    ...failedRequests.map(
      ({ method, url, status, failure }) => `Request failed: ${method} ${url} (${failure ?? `status ${status}`})`,
    ),
  ];
  return lines.flatMap((line) => line || []);
}
