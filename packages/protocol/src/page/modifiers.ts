/** Keys that can be held during a click. */
export const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const;
/** A key that can be held during a click. */
export type Modifier = (typeof MODIFIERS)[number];
