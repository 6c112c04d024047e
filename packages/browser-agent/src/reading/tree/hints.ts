import { attribute, filledAttribute } from '../../dom/nodes.js';
import { isField } from '../aria/control-value.js';

const TYPES_WORTH_SAYING = new Set(['color', 'date', 'datetime-local', 'file', 'month', 'time', 'week']);
const LONGEST_HINT = 60;

/** What helps to use a field and is no state: how its value must look. */
export function fieldHints(element: Element, name: string): string[] {
  if (!isField(element)) return [];
  const hints: string[] = [];
  const type = attribute(element, 'type')?.toLowerCase() ?? '';
  if (TYPES_WORTH_SAYING.has(type)) hints.push(`type=${type}`);
  const placeholder = filledAttribute(element, 'placeholder');
  if (placeholder && placeholder !== name && !element.value) hints.push(`placeholder=${JSON.stringify(placeholder)}`);
  return hints;
}

/** What icons show, in the words that their classes are made of. */
const ICONS = new Set(
  `add arrow back bell bookmark calendar cart chevron clear close collapse copy cut delete dislike down download edit
  expand favorite filter forward fullscreen gear hamburger heart help home info left like link list location lock login
  logout mail menu microphone minus mute next notification pause pen pencil phone play plus prev previous print profile
  redo refresh remove reply right save search send settings share sort star stop sync trash undo unlock up upload user
  volume x zoom`.split(/\s+/),
);
/** An icon stands near the surface of its control. */
const SEARCHED = 4;

/** What tells a control without a name from the others: where it leads, what its author calls it, or its icon. */
export function anonymousHint(element: Element): string[] {
  for (const name of ['href', 'name', 'data-testid', 'id']) {
    const value = filledAttribute(element, name);
    if (value) return [`${name}=${value.length > LONGEST_HINT ? `${value.slice(0, LONGEST_HINT)}…` : value}`];
  }
  const icon = [element, ...[...element.querySelectorAll('*')].slice(0, SEARCHED)].map(iconOf).find(Boolean);
  return icon ? [`icon=${icon}`] : [];
}

/** `chevron-left` of `<svg class="lucide lucide-chevron-left">`: the class with the most words that name an icon. */
function iconOf(element: Element): string {
  const names = ['data-icon', 'href', 'xlink:href', 'class'].flatMap(
    (name) => attribute(element, name)?.split(/[\s#]+/) ?? [],
  );
  const [best = []] = names
    .map((name) =>
      name
        .toLowerCase()
        .split(/[-_]+/)
        .filter((word) => ICONS.has(word)),
    )
    .sort((one, other) => other.length - one.length);
  return best.join('-');
}
