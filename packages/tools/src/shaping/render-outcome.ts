import { type ElementInfo, labelOf, renderChanges } from '@btcp/protocol';
import type { ActedElement, ActionEffects, ActionOutcome } from '../port/actions.js';
import type { Acted, Effects } from './action-output.js';

export function renderOutcome({ acted, effects }: ActionOutcome): { acted: Acted; effects: Effects } {
  return { acted: renderActed(acted), effects: renderEffects(effects) };
}

export function renderActed({ role, name, frames = [], ...acted }: ActedElement): Acted {
  return { element: labelOf({ role, name }), ...acted, ...(frames.length > 0 ? { frames } : {}) };
}

export function renderEffects({ focus, changes = [], ...effects }: ActionEffects): Effects {
  return {
    ...effects,
    ...(focus ? { focus: renderElement(focus) } : {}),
    ...(changes.length > 0 ? { changes: renderChanges(changes) } : {}),
  };
}

function renderElement(info: ElementInfo): { element: string; ref: string } {
  return { element: labelOf(info), ref: info.ref };
}
