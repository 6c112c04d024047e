import type { Inspection } from '@btcp/protocol';
import { controlValue } from './control-value.js';
import { Reading } from './reading.js';
import { statesOf } from './states.js';

export function inspect(element: Element): Inspection {
  const reading = new Reading(element);
  const role = reading.role(element);
  return { role, name: reading.name(element), states: statesOf(element, role), value: controlValue(element, role) };
}
