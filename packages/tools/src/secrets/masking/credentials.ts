import { MASK } from '@btcp/protocol';

// Parameters that are secret whatever they hold.
const SECRET_NAMES =
  '(?:(?:access|refresh|id|auth|session|csrf)[_-]?)?token|api[_-]?key|(?:client[_-]?)?secret|passwd|password|pwd|passcode|otp|authorization';
// Parameters that are often harmless: secret only where the value looks random.
const OFTEN_SECRET_NAMES =
  'code|key|sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|auth|session|sid';

const PARAMETER = new RegExp(`([?&#;](${SECRET_NAMES}|${OFTEN_SECRET_NAMES})=)([^&#\\s"'<>]+)`, 'gi');
const ALWAYS_SECRET = new RegExp(`^(?:${SECRET_NAMES})$`, 'i');

const USER_INFO = /(\/\/[^\s/:@]*:)[^\s/@]+@/g;

export function maskAddress(text: string): string {
  return text
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(PARAMETER, (whole, start: string, name: string, value: string) =>
      ALWAYS_SECRET.test(name) || looksRandom(value) ? start + MASK : whole,
    );
}

// Whole runs of letters: an expression for the token itself would read the rest of a run again from each place.
const WEB_TOKEN_RUN = /(?<![\w-])[\w-]+\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g;
const WEB_TOKEN_START = /\beyJ[\w-]{8}/;
const KEY_RUN = /(?<![\w-])[\w-]{19,}/g;
const KEY_START = /\bsk-/;
const MIN_KEY_LENGTH = 'sk-'.length + 16;

const TOKENS = [
  /\b[sr]k_(?:live|test)_\w{10,}/g,
  /\bgh[opsur]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bnpm_[A-Za-z0-9]{30,}|\bhf_[A-Za-z0-9]{20,}/g,
  /\bxox[abeoprs]-[\w-]{10,}|\bya29\.[\w-]{20,}|\bAIza[\w-]{30,}|\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
];

const SCHEME = /\b(Bearer|Basic|Digest)(\s+)([\w.~+/=-]{8,})/gi;
const ASSIGNED = new RegExp(
  `((?:^|[^\\w-])["']?[\\w-]*(?:${SECRET_NAMES})["']?\\s*[:=]\\s*)("[^"\\n]+"|'[^'\\n]+'|[^\\s"',;&}\\])]+)`,
  'gi',
);
const HARMLESS = /^["']?(?:true|false|null|undefined|none|function|ƒ|\[|\{|•).*$/i;

export function maskCredentials(text: string): string {
  return TOKENS.reduce((masked, token) => masked.replace(token, MASK), maskKeys(maskWebTokens(maskAddress(text))))
    .replace(SCHEME, (whole, scheme: string, space: string, value: string) =>
      /\d|[a-z][A-Z]|=$/.test(value) ? `${scheme}${space}${MASK}` : whole,
    )
    .replace(ASSIGNED, (whole, start: string, value: string) => {
      const quote = /^["']/.exec(value)?.[0] ?? '';
      if (HARMLESS.test(value) || (quote === '' && !start.trimEnd().endsWith('=') && !looksRandom(value))) return whole;
      return `${start}${quote}${MASK}${quote}`;
    });
}

function maskWebTokens(text: string): string {
  if (!text.includes('.eyJ')) return text;
  return text.replace(WEB_TOKEN_RUN, (run) => {
    const start = run.slice(0, run.indexOf('.')).search(WEB_TOKEN_START);
    return start === -1 ? run : run.slice(0, start) + MASK;
  });
}

function maskKeys(text: string): string {
  if (!text.includes('sk-')) return text;
  return text.replace(KEY_RUN, (run) => {
    const start = run.search(KEY_START);
    const key = start === -1 ? '' : run.slice(start);
    // With a digit, since classes of style sheets start like keys as well.
    return key.length >= MIN_KEY_LENGTH && /\d/.test(key) ? run.slice(0, start) + MASK : run;
  });
}

// Letters and digits mixed, or longer than words are.
function looksRandom(value: string): boolean {
  return value.length >= 24 || (value.length >= 8 && /\d/.test(value) && /[a-z]/i.test(value));
}
