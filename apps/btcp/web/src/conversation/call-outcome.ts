import { counted } from '@btcp/protocol';
import type { CallEffects, CallFacts, MessagePart } from '../../../src/contract/types.ts';

type ToolPart = Extract<MessagePart, { type: 'tool' }>;

const NAVIGATION = /_(?:navigate|open|back|forward|reload)$/;

export function callOutcome({ name, page, acted, effects, lines, picture, text = '' }: ToolPart): string {
  if (NAVIGATION.test(name) && page) return landedOn(page);
  if (lines !== undefined) return counted(lines, 'line');
  if (picture) return `Screenshot taken, ${picture.width} × ${picture.height}.`;
  if (acted) return stateOf(acted) ?? (effects && effectOf(effects)) ?? 'nothing happened';
  return text.split('\n', 1)[0] ?? '';
}

function landedOn({ title, status }: NonNullable<ToolPart['page']>): string {
  return [title, !status || status === 200 ? '' : `status ${status}`].filter(Boolean).join(', ');
}

function stateOf({ value, checked, selected }: NonNullable<CallFacts['acted']>): string | undefined {
  if (selected) return `now has ${selected.join(', ') || 'nothing'} selected`;
  if (checked !== undefined) return `is now ${checked === 'mixed' ? 'mixed' : checked ? 'checked' : 'not checked'}`;
  return value === undefined ? undefined : `now holds "${value}"`;
}

function effectOf(effects: CallEffects): string | undefined {
  const { navigated, title, openedTabs, dialog, downloads, fileChooser, focus, announcements, hasChanges } = effects;
  if (navigated !== undefined) return `went to ${navigated}`;
  if (title !== undefined) return `title changed to "${title}"`;
  if (openedTabs?.[0]) return `tab opened: ${openedTabs[0].url}`;
  if (dialog) return `dialog opened: "${dialog.message}"`;
  if (downloads?.[0]) return `downloaded ${downloads[0].name}`;
  if (fileChooser) return 'file chooser opened';
  if (hasChanges) return 'the page changed';
  if (announcements?.[0] !== undefined) return `the page said: "${announcements[0]}"`;
  return focus && `the focus is on ${focus.element}`;
}
