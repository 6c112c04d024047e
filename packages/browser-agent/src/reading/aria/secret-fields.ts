import { MASK } from '@btcp/protocol';
import { rootsWithin } from '../../dom/flat-tree.js';
import { attribute } from '../../dom/nodes.js';
import { isTag } from '../../dom/tags.js';

const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:cc-\S+|one-time-code|(?:current|new)-password)(?:\s|$)/i;
const PASSWORD_AUTOCOMPLETE = /(?:^|\s)(?:one-time-code|(?:current|new)-password)(?:\s|$)/i;

const SECRET_WORDS =
  /\b(?:t?otp|[2m]fa|one time (?:pass)?(?:code|word)|(?:verification|authenticat(?:or|ion)|auth|sms|login|two factor|security) code|passcode|card number|cc number|cvc2?|cvv2?)\b/;

/** What fields of passwords and one-time codes were seen to hold, the latest last. */
const seen = new Set<string>();
/** Nobody has more of them, and nobody's is longer. */
const MAX_SEEN = 20;
const MAX_PASSWORD = 256;

/** Passwords, card numbers and one-time codes are shown as present, not as what they are. */
export function isSecret(element: Element): boolean {
  if (isPassword(element)) return true;
  if (SECRET_AUTOCOMPLETE.test(attribute(element, 'autocomplete') ?? '')) return true;
  return isTag(element, 'input') && SECRET_WORDS.test(wordsOf(element));
}

function isPassword(element: Element): boolean {
  if (attribute(element, 'type')?.toLowerCase() === 'password') return true;
  return PASSWORD_AUTOCOMPLETE.test(attribute(element, 'autocomplete') ?? '');
}

/** The text of a field as it may be shown. */
export function shownValue(element: Element, value: string): string {
  if (value === '' || !isSecret(element)) return value;
  if (isPassword(element)) remember(value);
  return MASK;
}

/** Values of password and one-time code fields, seen now or before, to be masked in every result. */
export function passwordsIn(document: Document): string[] {
  for (const root of rootsWithin(document)) {
    // Runs with every result, and is fastest by tag alone.
    for (const field of root.querySelectorAll('input')) {
      if (field.value && isPassword(field)) remember(field.value);
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

/** `otpCode` and `otp-code` are the words "otp code". */
function wordsOf(element: HTMLInputElement): string {
  const texts = ['name', 'id', 'aria-label', 'placeholder'].map((name) => attribute(element, name) ?? '');
  const labels = [...(element.labels ?? [])].map((label) => label.textContent ?? '');
  return [...texts, ...labels]
    .join(' | ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9|]+/g, ' ');
}
