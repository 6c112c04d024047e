const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

// Commas, colons and brackets that a message may hold: reading more takes longer than a server may be held up.
const MAX_JSON_TOKENS = 120_000;
// Levels of nesting that a message may hold, so that recursive code does not overflow.
const MAX_JSON_DEPTH = 128;

/** Whether a JSON text holds too much structure: megabytes of brackets take seconds to parse, and much memory. */
export function isOverloaded(text: string, maxTokens: number = MAX_JSON_TOKENS): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let tokens = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at + 1);
    else if (unit === COMMA || unit === COLON) tokens++;
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      tokens++;
      depth++;
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--;
    if (tokens > maxTokens || depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start);
  const end = quote === -1 ? text.length : quote;
  if (text.charCodeAt(end - 1) !== BACKSLASH) return end;
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
