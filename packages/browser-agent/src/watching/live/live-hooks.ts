import type { Picker } from '@btcp/protocol';
import { sendChange, sendInput } from '../../acting/fields/field-events.js';
import { rawValue } from '../../acting/fields/field-state.js';
import { deepActiveElement } from '../../dom/flat-tree.js';
import { isSecret } from '../../reading/aria/secret-fields.js';
import { type PickedControl, pickedControl, pickerOf } from './picker-of.js';

/** What a page reports while a person drives it. */
export type LiveReport =
  // The rectangle is relative to the frame.
  | { type: 'picker'; picker: Picker | null }
  | { type: 'cursor'; cursor: string }
  // Sent once per field, without its text.
  | { type: 'typed' }
  | { type: 'entered'; text: string; isSecret: boolean };

export interface PickerAnswer {
  indexes?: number[] | undefined;
  value?: string | undefined;
}

// Longer texts are no passwords.
const MAX_ENTERED = 256;

const OPENING_KEYS = new Set([' ', 'F4', 'Enter']);

export class LiveHooks {
  readonly #window: Window;
  readonly #report: (report: LiveReport) => void;
  readonly #stop = new AbortController();
  readonly #typed = new WeakSet<EventTarget>();
  // What a person typed last into fields that they have not left.
  readonly #unreported = new Map<Element, string>();
  #open: { id: string; control: PickedControl } | undefined;
  #count = 0;

  constructor(window: Window, report: (report: LiveReport) => void) {
    this.#window = window;
    this.#report = report;
    const options = { capture: true, signal: this.#stop.signal };
    window.addEventListener('mousedown', (event) => this.#onMouseDown(event), options);
    window.addEventListener('click', (event) => this.#onClick(event), options);
    window.addEventListener('keydown', (event) => this.#onKeyDown(event), options);
    window.addEventListener('input', (event) => this.#onInput(event), options);
    window.addEventListener('focusout', (event) => this.#onFocusOut(event), options);
    window.addEventListener('change', (event) => this.#reportEntered(event), options);
    window.addEventListener('submit', () => this.#reportEntered(), options);
    window.addEventListener('pagehide', () => this.#reportEntered(), options);
    window.addEventListener('mousemove', (event) => this.#onMove(event), { ...options, passive: true });
  }

  get hasFocus(): boolean {
    const { document } = this.#window;
    return document.hasFocus() && !/^i?frame$/.test(document.activeElement?.localName ?? '');
  }

  stop(): void {
    this.#reportEntered();
    this.#stop.abort();
  }

  answer(id: string, { indexes, value }: PickerAnswer): boolean {
    if (this.#open?.id !== id) return false;
    const { control } = this.#open;
    this.#open = undefined;
    this.#report({ type: 'picker', picker: null });
    if (indexes !== undefined && 'options' in control) {
      const chosen = new Set(indexes);
      for (const [index, option] of [...control.options].entries()) option.selected = chosen.has(index);
    } else if (value !== undefined) control.value = value;
    else return true;
    sendInput(control);
    sendChange(control);
    return true;
  }

  selection(cut: boolean): string {
    const { document } = this.#window;
    const ofPage = this.hasFocus && this.#sendClipboardEvent(cut ? 'cut' : 'copy');
    if (ofPage) return ofPage.getData('text/plain');
    const field = deepActiveElement(document) as Partial<HTMLInputElement> | null;
    let text = '';
    if (typeof field?.selectionStart === 'number' && field.type !== 'password') {
      text = field.value?.slice(field.selectionStart, field.selectionEnd ?? field.selectionStart) ?? '';
    } else text = String(this.#window.getSelection() ?? '');
    // The only removal that the page can undo.
    if (cut && text) document.execCommand('delete');
    return text;
  }

  /** Whether the page handles pasted text itself, as fields for codes do. */
  paste(text: string): boolean {
    return this.#sendClipboardEvent('paste', text) !== undefined;
  }

  #sendClipboardEvent(type: 'copy' | 'cut' | 'paste', text = ''): DataTransfer | undefined {
    const { document } = this.#window;
    const clipboardData = new DataTransfer();
    if (text) clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true, composed: true });
    return (deepActiveElement(document) ?? document).dispatchEvent(event) ? undefined : clipboardData;
  }

  // A drop-down opens its list on mouse down, so mouse down is prevented.
  #onMouseDown(event: MouseEvent): void {
    const control = event.isTrusted && event.button === 0 ? pickedControl(event) : undefined;
    if (this.#open && control !== this.#open.control) this.#close();
    if (control?.localName !== 'select') return;
    event.preventDefault();
    control.focus();
    this.#show(control);
  }

  #onClick(event: MouseEvent): void {
    const control = event.isTrusted ? pickedControl(event) : undefined;
    if (!control || control.localName === 'select') return;
    event.preventDefault();
    this.#show(control);
  }

  #onKeyDown(event: KeyboardEvent): void {
    const control = event.isTrusted ? pickedControl(event) : undefined;
    if (event.key === 'Escape') this.#close();
    // Pages may empty the field then.
    if (event.key === 'Enter') this.#reportEntered();
    if (control?.localName !== 'select') return;
    if (!OPENING_KEYS.has(event.key) && !(event.altKey && event.key === 'ArrowDown')) return;
    event.preventDefault();
    this.#show(control);
  }

  #onInput(event: Event): void {
    const [field] = event.composedPath();
    if (event.isTrusted && field && !this.#typed.has(field)) {
      this.#typed.add(field);
      this.#report({ type: 'typed' });
    }
    if (event.isTrusted && field) this.#noteEntered(field as Element);
    const control = event.isTrusted ? pickedControl(event) : undefined;
    if (control && 'list' in control && control.list) this.#show(control);
  }

  #noteEntered(field: Element): void {
    const value = rawValue(field) ?? '';
    const before = this.#unreported.get(field) ?? '';
    // The page emptied the field, or the person replaced its text.
    if (value.length < before.length - 1) this.#reportEntered();
    if (value.length <= MAX_ENTERED) this.#unreported.set(field, value);
  }

  #reportEntered(event?: Event): void {
    const left = event?.composedPath()[0];
    for (const [field, text] of this.#unreported) {
      if (left && field !== left) continue;
      this.#unreported.delete(field);
      if (text.trim() !== '') this.#report({ type: 'entered', text: text.trim(), isSecret: isSecret(field) });
    }
  }

  #onFocusOut(event: Event): void {
    this.#reportEntered(event);
    if (event.composedPath()[0] === this.#open?.control) this.#close();
  }

  // Reported with every move: only the listener to all frames knows which cursor shows.
  #onMove({ target }: MouseEvent): void {
    if (!target || !('localName' in target)) return;
    const { cursor } = this.#window.getComputedStyle(target as Element);
    this.#report({ type: 'cursor', cursor });
  }

  #show(control: PickedControl): void {
    this.#count++;
    const id = `${performance.timeOrigin.toString(36)}-${this.#count}`;
    this.#open = { id, control };
    this.#report({ type: 'picker', picker: pickerOf(control, id) });
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = undefined;
    this.#report({ type: 'picker', picker: null });
  }
}
