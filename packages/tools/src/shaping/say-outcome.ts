import { counted, labelOf, renderChanges } from '@btcp/protocol';
import type { ActedElement, ActionEffects, ActionOutcome, StartedDownload } from '../port/actions.js';
import { newsIn } from './news.js';

/** `Clicked button "Save" @e3.` and what came of it. */
export function sayOutcome(verb: string, { acted, effects }: ActionOutcome): string {
  const holds = sayState(acted);
  const said = sayEffects(newsIn(acted, effects));
  const lines = [`${verb} ${labelOf(acted)} ${acted.ref}${holds ? `, which ${holds}` : ''}.`, acted.note, ...said];
  if (said.length === 0 && !holds) lines.push(`Page unchanged after ${effects.waited} ms.`);
  return lines.filter(Boolean).join('\n');
}

function sayState({ selected, checked, value }: ActedElement): string | undefined {
  if (selected) return `now has ${selected.join(', ') || 'nothing'} selected`;
  if (checked !== undefined) return `is now ${checked === 'mixed' ? 'mixed' : checked ? 'checked' : 'not checked'}`;
  return value === undefined ? undefined : `now holds "${value}"`;
}

export function sayEffects(effects: ActionEffects): string[] {
  const { navigated, title, dialog, openedTabs = [], downloads = [], fileChooser, focus, changes = [] } = effects;
  const { announcements = [], consoleErrors = [], failedRequests = [] } = effects;
  const lines = [
    navigated && `Navigated to ${navigated}.`,
    title !== undefined && `Title changed to "${title}".`,
    ...openedTabs.map(({ id, url }) => `Tab opened: ${id} ${url}`),
    dialog && `Dialog opened (${dialog.type}): "${dialog.message}".`,
    ...downloads.map(sayDownload),
    fileChooser && `File chooser opened for ${fileChooser.multiple ? 'files' : 'one file'}: use browser_upload.`,
    focus && `Focus moved to ${labelOf(focus)} ${focus.ref}.`,
    // Others are in the changed lines.
    ...announcements
      .filter((text) => !changes.some(({ announced = [] }) => announced.includes(text)))
      .map((text) => `The page said: "${text}"`),
    renderChanges(changes),
    ...consoleErrors.map((text) => `Console error: ${text}`),
    ...failedRequests.map(
      ({ method, url, status, failure }) => `Request failed: ${method} ${url} (${failure ?? `status ${status}`})`,
    ),
  ];
  return lines.flatMap((line) => line || []);
}

function sayDownload({ name, url, path, size, failure }: StartedDownload): string {
  if (failure !== undefined) return `Download failed: ${name}: ${failure}`;
  return path === undefined
    ? `Download started: ${name} from ${url}`
    : `Downloaded ${name} (${counted(size ?? 0, 'byte')}) to ${path}.`;
}
