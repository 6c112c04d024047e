// Digits in other groups are a table, a phone number or a date.
const GROUPS = ['4-4-4-4', '4-4-4-4-3', '4-6-5', '4-6-4'];

// Part of a word, a path or an international phone number is not a card number.
const CANDIDATE = /(?<![\w+#/.-])\d{4}(?:\d{9,15}|(?:[ -]\d{3,6}){2,4})(?![\w/-]|\.\d)/g;

// A time in milliseconds starts with 1, which no network does.
const NETWORKS: readonly [prefix: RegExp, lengths: readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-5]|36|38|39)/, [14]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:50|5[6-8]|6[037])/, [13, 14, 15, 16, 17, 18, 19]],
];

const MIN_DIGITS = 13;

export function maskCardNumbers(text: string): string {
  if (text.length < MIN_DIGITS) return text;
  return text.replace(CANDIDATE, (written) => {
    const digits = written.replace(/\D/g, '');
    return isGrouped(written) && isOfNetwork(digits) && hasCheckDigit(digits) ? `•••• ${digits.slice(-4)}` : written;
  });
}

function isGrouped(written: string): boolean {
  const groups = written.split(/[ -]/).map(({ length }) => length);
  return groups.length === 1 || GROUPS.includes(groups.join('-'));
}

function isOfNetwork(digits: string): boolean {
  return NETWORKS.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length));
}

// Luhn
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
