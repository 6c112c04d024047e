import { counted } from '@btcp/protocol';
import type { Drive } from '@btcp/tools';
import type { RecordedAction } from '../contract/types.js';

export const PERSON = 'person';

export function isByPerson({ tool }: Pick<RecordedAction, 'tool'>): boolean {
  return tool === PERSON || tool === 'browser_request_user';
}

export function recordedDrive({ duration, clicks, fields, isPrivate, url }: Drive): Omit<RecordedAction, 'id'> {
  const seconds = Math.max(1, Math.round(duration / 1_000));
  const done = [
    clicks > 0 && counted(clicks, 'click'),
    fields > 0 && `typed into ${counted(fields, 'field')}`,
    url !== '' && `ended at ${url}`,
  ].filter(Boolean);
  const how = `drove${isPrivate ? ' in private' : ''} for ${seconds} s`;
  return {
    time: Date.now(),
    tool: PERSON,
    input: { seconds, clicks, fields, isPrivate },
    success: true,
    outcome: done.length > 0 ? `${how}: ${done.join(', ')}` : how,
    url,
  };
}
