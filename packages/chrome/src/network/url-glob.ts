// A pattern in which `*` stands for anything but a slash, `**` for anything, and `{a,b}` for one of several.
function globExpression(pattern: string): RegExp {
  let source = '';
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '*') {
      const isDouble = pattern.charAt(at + 1) === '*';
      if (isDouble) at++;
      source += isDouble ? '.*' : '[^/]*';
    } else if (character === '{') {
      depth++;
      source += '(?:';
    } else if (character === '}' && depth > 0) {
      depth--;
      source += ')';
    } else source += character === ',' && depth > 0 ? '|' : character.replace(/[.+?^$()|[\]\\{}]/, '\\$&');
  }
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 's');
}

/** Text without wildcards is a part of the address. */
export function matcherOf(pattern: string): (url: string) => boolean {
  if (!/[*{]/.test(pattern)) return (url) => url.includes(pattern);
  const expression = globExpression(pattern);
  return (url) => expression.test(url);
}
