import { MASK } from '@btcp/protocol';
import { rootsWithin } from '../../dom/flat-tree.js';
import { attribute } from '../../dom/nodes.js';
import { isTag } from '../../dom/tags.js';

const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:cc-\S+|one-time-code|(?:current|new)-password)(?:\s|$)/i;
const PASSWORD_AUTOCOMPLETE = /(?:^|\s)(?:one-time-code|(?:current|new)-password)(?:\s|$)/i;

const SECRET_WORDS =
  /\b(?:t?otp|[2m]fa|one time (?:pass)?(?:code|word)|(?:verification|authenticat(?:or|ion)|auth|sms|login|two factor|security) code|passcode|card number|cc number|cvc2?|cvv2?)\b/;

// Fields that hold a password or a key, whatever their type.
const KEY_WORDS =
  /\b(?:password(?! (?:hint|reset))|pass ?phrase|api ?key|access (?:key|token)|client secret|private key|(?:recovery|seed|backup|mnemonic|secret) (?:phrase|codes?|words?|key))\b/;
const TEXT_TYPES = /^(?:text|tel|url)$/;
const EDITABLE = 'input, textarea, [contenteditable]';

const seen = new Set<string>();
// Nobody has more of them, and nobody's is longer.
const MAX_SEEN = 20;
const MAX_PASSWORD = 256;

/** Passwords, card numbers and one-time codes are shown as present, not as what they are. */
export function isSecret(element: Element): boolean {
  if (isPassword(element)) return true;
  if (SECRET_AUTOCOMPLETE.test(attribute(element, 'autocomplete') ?? '')) return true;
  return isTag(element, 'input') && SECRET_WORDS.test(wordsOf(element));
}

function isPassword(element: Element): boolean {
  const type = attribute(element, 'type')?.toLowerCase() ?? 'text';
  if (type === 'password' || PASSWORD_AUTOCOMPLETE.test(attribute(element, 'autocomplete') ?? '')) return true;
  const isText = isTag(element, 'input') ? TEXT_TYPES.test(type) : isTag(element, 'textarea') || isEditable(element);
  return isText && KEY_WORDS.test(wordsOf(element));
}

function isEditable(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.isContentEditable;
}

function heldBy(field: Element): string {
  if (isTag(field, 'input') || isTag(field, 'textarea')) return field.value;
  return isEditable(field) ? (field.textContent ?? '').trim() : '';
}

export function shownValue(element: Element, value: string): string {
  if (value === '' || !isSecret(element)) return value;
  if (isPassword(element)) remember(value);
  return MASK;
}

/** Values of password and one-time code fields, seen now or before, to be masked in every result. */
export function passwordsIn(document: Document): string[] {
  for (const root of rootsWithin(document)) {
    for (const field of root.querySelectorAll(EDITABLE)) {
      const value = heldBy(field);
      if (value && isPassword(field)) remember(value);
    }
  }
  return [...seen];
}

function remember(value: string): void {
  if (value.length > MAX_PASSWORD) return;
  seen.delete(value);
  seen.add(value);
  for (const oldest of seen) {
    if (seen.size <= MAX_SEEN) return;
    seen.delete(oldest);
  }
}

// `otpCode` and `otp-code` are the words "otp code".
function wordsOf(element: Element): string {
  const texts = ['name', 'id', 'aria-label', 'placeholder'].map((name) => attribute(element, name) ?? '');
  const { labels: own } = element as Partial<HTMLInputElement>;
  const labels = [...(own ?? [])].map((label) => label.textContent ?? '');
  return [...texts, ...labels]
    .join(' | ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9|]+/g, ' ');
}
