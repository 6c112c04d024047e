import { isTag, viewOf } from '../../dom/tags.js';
import { sendInput } from '../fields/field-events.js';
import { setNativeValue } from '../fields/fields.js';
import { rememberValue } from './commit.js';

const COMMANDS = {
  insertText: 'insertText',
  insertLineBreak: 'insertLineBreak',
  insertParagraph: 'insertParagraph',
  deleteContentBackward: 'delete',
  deleteContentForward: 'forwardDelete',
  historyUndo: 'undo',
  historyRedo: 'redo',
} as const;

/** Browser editing commands keep undo and `maxlength`, but send no `beforeinput`. */
export function edit(element: Element, inputType: keyof typeof COMMANDS, text?: string): void {
  rememberValue(element);
  if (!announceEdit(element, inputType, text)) return;
  const done = element.ownerDocument.execCommand(COMMANDS[inputType], false, text);
  if (!done && inputType === 'insertText' && text && isTag(element, 'input', 'textarea')) splice(element, text);
}

export function announceEdit(element: Element, inputType: string, data: string | null = null): boolean {
  const { InputEvent } = viewOf(element);
  const shape = { inputType, data, bubbles: true, cancelable: true, composed: true };
  return element.dispatchEvent(new InputEvent('beforeinput', { ...shape, targetRanges: caretRanges(element) }));
}

// Rich text editors ask where an edit applies; plain fields have no ranges.
function caretRanges(element: Element): StaticRange[] {
  const selection = element.ownerDocument.getSelection();
  if (isTag(element, 'input', 'textarea') || !selection || selection.rangeCount === 0) return [];
  const { StaticRange } = viewOf(element);
  return [new StaticRange(selection.getRangeAt(0))];
}

function splice(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (element.readOnly || element.disabled) return;
  const { selectionStart, selectionEnd, value, maxLength } = element;
  const start = selectionStart ?? value.length;
  const end = selectionEnd ?? value.length;
  const next = value.slice(0, start) + text + value.slice(end);
  if (maxLength >= 0 && next.length > maxLength) return;
  setNativeValue(element, next);
  if (selectionStart !== null) element.setSelectionRange(start + text.length, start + text.length);
  sendInput(element, { inputType: 'insertText', data: text });
}
