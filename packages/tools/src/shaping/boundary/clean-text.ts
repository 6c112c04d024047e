const ORDINARY = /^[\t\n -~]*$/;

// An invisible joiner or non-joiner changes the shape of letters in these scripts.
const JOINING =
  'Arabic Syriac Nko Mongolian Adlam Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan';
const joiningLetter = `[${JOINING.split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;

// An emoji may end in a picture, its colour or its presentation before a joiner.
const pictureEnd = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]';

// Only three flags are written with tag characters; any other use hides text.
const flag =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}';

// One at a time, because runs of invisible characters carry messages.
const LEGITIMATE = [
  flag,
  `(?<=${pictureEnd})\\u200D(?=\\p{Extended_Pictographic})`,
  `(?<=${joiningLetter})\\u200D`,
  `(?<=${joiningLetter})\\u200C(?=${joiningLetter})`,
  '(?<=\\p{Emoji})[\\uFE0E\\uFE0F]',
  '(?<=[^\\p{ASCII}\\p{Default_Ignorable_Code_Point}])[\\uFE00-\\uFE0D]',
  '(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
];
const INVISIBLE = '[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]';
// A flag starts with a visible character, so that it is found before its invisible ones.
const SUSPECT = new RegExp(`${flag}|${INVISIBLE}`, 'gu');
const LEGITIMATE_HERE = new RegExp(LEGITIMATE.join('|'), 'uy');

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
// Includes the escape that starts terminal commands.
const CONTROLS = /[^\P{Cc}\t\n]/gu;

export function cleanText(text: string): string {
  if (ORDINARY.test(text)) return text;
  return text.replace(LINE_ENDS, '\n').replace(CONTROLS, '').replace(SUSPECT, keepLegitimate);
}

function keepLegitimate(found: string, at: number, text: string): string {
  LEGITIMATE_HERE.lastIndex = at;
  return LEGITIMATE_HERE.test(text) ? found : '';
}
