import type { Modifier } from 'btcp-browser-agent';

const BIT: Record<Modifier, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

export function modifierBits(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((bits, modifier) => bits | BIT[modifier], 0);
}
