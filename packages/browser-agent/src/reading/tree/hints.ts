import { attribute, filledAttribute } from '../../dom/nodes.js';
import { isField } from '../aria/control-value.js';

const TYPES_WORTH_SAYING = new Set(['color', 'date', 'datetime-local', 'file', 'month', 'time', 'week']);
const MAX_HINT = 60;

export function fieldHints(element: Element, name: string): string[] {
  if (!isField(element)) return [];
  const hints: string[] = [];
  const type = attribute(element, 'type')?.toLowerCase() ?? '';
  if (TYPES_WORTH_SAYING.has(type)) hints.push(`type=${type}`);
  const placeholder = filledAttribute(element, 'placeholder');
  if (placeholder && placeholder !== name && !element.value) hints.push(`placeholder=${JSON.stringify(placeholder)}`);
  return hints;
}

const ICONS = new Set(
  `add arrow back bell bookmark calendar cart chevron clear close collapse copy cut delete dislike down download edit
  expand favorite filter forward fullscreen gear hamburger heart help home info left like link list location lock login
  logout mail menu microphone minus mute next notification pause pen pencil phone play plus prev previous print profile
  redo refresh remove reply right save search send settings share sort star stop sync trash undo unlock up upload user
  volume x zoom`.split(/\s+/),
);
// An icon is near the surface of its control.
const MAX_SEARCHED = 4;

export function anonymousHint(element: Element): string[] {
  for (const name of ['href', 'name', 'data-testid', 'id']) {
    const value = filledAttribute(element, name);
    if (value) return [`${name}=${value.length > MAX_HINT ? `${value.slice(0, MAX_HINT)}…` : value}`];
  }
  const icon = [element, ...[...element.querySelectorAll('*')].slice(0, MAX_SEARCHED)].map(iconOf).find(Boolean);
  return icon ? [`icon=${icon}`] : [];
}

// `chevron-left` of `<svg class="lucide lucide-chevron-left">`.
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
