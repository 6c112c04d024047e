import { isTag } from '../../dom/tags.js';
import { sendChange, sendInput } from '../fields/field-events.js';
import { setNativeValue } from '../fields/fields.js';
import { moveFocus } from '../fields/focus.js';
import { announceEdit } from './edit.js';
import type { KeyAction } from './key-action.js';
import type { Key } from './keys.js';
import { radioGroup } from './tab-order.js';

export const changeChoice: KeyAction = (target, { key, modifiers }) => {
  if (modifiers.length > 0) return undefined;
  if (isTag(target, 'select')) return chooseOption(target, key);
  if (!isTag(target, 'input') || target.disabled) return undefined;
  if (target.type === 'radio') return chooseRadio(target, key);
  if (target.type === 'range') return moveSlider(target, key);
  if (target.type === 'number') return stepNumber(target, key);
  return undefined;
};

function stepOf(key: Key): number | undefined {
  if (key.key === 'ArrowDown' || key.key === 'ArrowRight') return 1;
  if (key.key === 'ArrowUp' || key.key === 'ArrowLeft') return -1;
  return undefined;
}

function chooseRadio(radio: HTMLInputElement, key: Key): string | undefined {
  const step = stepOf(key);
  if (step === undefined) return undefined;
  const group = radioGroup(radio).filter((each) => !each.disabled && each.checkVisibility());
  const next = group.at((group.indexOf(radio) + step) % group.length);
  if (next && next !== radio) {
    moveFocus(next);
    next.click();
  }
  return '';
}

function chooseOption(select: HTMLSelectElement, key: Key): string | undefined {
  const options = [...select.options].filter((option) => !option.matches(':disabled') && !option.hidden);
  const current = options.findIndex((option) => option.selected);
  const next = nextOption(options, current, key);
  if (next === undefined) return undefined;
  if (!next.selected) {
    for (const option of select.options) option.selected = option === next;
    sendInput(select);
    sendChange(select);
  }
  return '';
}

function nextOption(options: HTMLOptionElement[], current: number, key: Key): HTMLOptionElement | undefined {
  const step = stepOf(key);
  if (step !== undefined) return options[Math.min(Math.max(current + step, 0), options.length - 1)];
  if (key.key === 'Home') return options[0];
  if (key.key === 'End') return options.at(-1);
  const letter = key.text?.trim().toLowerCase();
  if (!letter) return undefined;
  return [...options.slice(current + 1), ...options].find((option) => option.label.toLowerCase().startsWith(letter));
}

function moveSlider(slider: HTMLInputElement, key: Key): string | undefined {
  const low = Number(slider.min || 0);
  const high = Number(slider.max || 100);
  const step = slider.step === 'any' ? (high - low) / 100 : Number(slider.step || 1);
  const page = Math.max(step, Math.round((high - low) / 10 / step) * step);
  const value = Number(slider.value);
  const wanted: Record<string, number> = {
    ArrowUp: value + step,
    ArrowRight: value + step,
    ArrowDown: value - step,
    ArrowLeft: value - step,
    PageUp: value + page,
    PageDown: value - page,
    Home: low,
    End: high,
  };
  const next = wanted[key.key];
  if (next === undefined) return undefined;
  change(slider, String(next));
  return '';
}

function stepNumber(field: HTMLInputElement, key: Key): string | undefined {
  if (key.key !== 'ArrowUp' && key.key !== 'ArrowDown') return undefined;
  if (field.readOnly) return '';
  const stepped = field.cloneNode();
  if (!isTag(stepped, 'input')) return '';
  if (key.key === 'ArrowUp') stepped.stepUp();
  else stepped.stepDown();
  if (stepped.value === field.value || announceEdit(field, 'insertText', stepped.value)) change(field, stepped.value);
  return '';
}

function change(element: HTMLInputElement, value: string): void {
  const before = element.value;
  setNativeValue(element, value);
  if (element.value === before) return;
  sendInput(element);
  sendChange(element);
}
