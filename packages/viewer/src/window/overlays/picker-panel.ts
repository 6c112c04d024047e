import type { Picker, PickerOption } from '@btcp/protocol';
import type { Viewer } from '../../viewer/viewer.js';
import { element, isSubmit, textButton } from '../elements/element.js';

const MAX_VISIBLE_OPTIONS = 10;

export function pickerPanel(viewer: Viewer, picker: Picker): HTMLElement {
  const isList = picker.kind === 'select' || picker.kind === 'datalist';
  const root = isList ? list(viewer, picker) : field(viewer, picker);
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    viewer.answerPicker();
  });
  place(viewer, picker, root);
  return root;
}

function list(viewer: Viewer, picker: Picker): HTMLElement {
  const { kind, label, multiple } = picker;
  const options = kind === 'datalist' ? suggestionsOf(picker) : picker.options;
  const select = element('select', {
    'aria-label': label || 'Options',
    // A select with one row would be a popup again.
    size: Math.min(Math.max(options.length + groupsIn(options), 2), MAX_VISIBLE_OPTIONS),
    multiple,
    // A field with suggestions keeps the focus while the person types.
    autofocus: kind === 'select',
  });
  fill(select, options);
  const answer = () => {
    const indexes = [...select.selectedOptions].map(({ value }) => Number(value));
    const [first] = indexes;
    if (kind === 'select') viewer.answerPicker({ indexes });
    else if (first !== undefined) viewer.answerPicker({ value: picker.options[first]?.label ?? '' });
  };
  const root = element('div', { class: 'picker', hidden: options.length === 0 }, select);
  select.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // Otherwise the page, which has the focus by then, gets the key and opens the list again.
    event.preventDefault();
    answer();
  });
  if (multiple) root.append(textButton('Done', answer));
  else {
    select.addEventListener('click', (event) => {
      if (event.target instanceof HTMLOptionElement && !event.target.disabled) answer();
    });
  }
  return root;
}

function suggestionsOf({ options, value }: Picker): PickerOption[] {
  const typed = value.toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(typed));
}

function fill(select: HTMLSelectElement, options: readonly PickerOption[]): void {
  let group: HTMLOptGroupElement | undefined;
  for (const option of options) {
    const { index, label, selected, disabled } = option;
    if (option.group === undefined) group = undefined;
    else if (group?.label !== option.group) {
      group = element('optgroup', { label: option.group });
      select.append(group);
    }
    (group ?? select).append(element('option', { value: index, selected, disabled }, label));
  }
}

function groupsIn(options: readonly PickerOption[]): number {
  return new Set(options.flatMap(({ group }) => group ?? [])).size;
}

function field(viewer: Viewer, { kind, label, value, min, max, step }: Picker): HTMLElement {
  const input = element('input', { type: kind, 'aria-label': label || kind, value, min, max, step, autofocus: true });
  const set = () => input.reportValidity() && viewer.answerPicker({ value: input.value });
  return element(
    'form',
    { class: 'picker', onkeydown: (event) => isSubmit(event) && set() },
    input,
    textButton('Set', set),
    textButton('Cancel', () => viewer.answerPicker(), 'quiet'),
  );
}

function place(viewer: Viewer, { rectangle }: Picker, root: HTMLElement): void {
  const spot = viewer.placeOf(rectangle);
  if (!spot) return;
  const percent = (share: number) => `${share * 100}%`;
  const isBelow = spot.y + spot.height < 0.6;
  Object.assign(root.style, {
    left: percent(Math.max(0, spot.x)),
    minWidth: percent(spot.width),
    ...(isBelow ? { top: percent(spot.y + spot.height) } : { bottom: percent(1 - spot.y) }),
  });
}
