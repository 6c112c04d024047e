import type { HistoryStep, HistoryWords } from '../contract/history.js';
import type { Message } from '../contract/types.js';

export function wordsOf(messages: readonly Message[], steps: readonly HistoryStep[]): HistoryWords[] {
  return messages.flatMap(({ role, created, parts }) => {
    let time = created;
    return parts.flatMap((part): HistoryWords[] => {
      if (part.type === 'text') return part.text.trim() === '' ? [] : [{ time, role, text: part.text }];
      const step = steps.find((each) => each.time >= time && each.tool === part.name);
      time = step ? step.time + step.duration : time;
      return [];
    });
  });
}
