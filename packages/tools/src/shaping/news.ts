import type { ActedElement, ActionEffects } from '../port/actions.js';

/** Drops changes that only repeat the value that the result gives anyway. */
export function newsIn({ ref, value, selected }: ActedElement, effects: ActionEffects): ActionEffects {
  const [first, ...others] = effects.changes ?? [];
  const isRepeated = others.length === 0 && first?.onlyValueOf === ref && (value !== undefined || selected);
  if (!isRepeated) return effects;
  const { changes: _, ...news } = effects;
  return news;
}
