export const MAX_PATTERN_INPUT = 1000;

const MAX_UNBOUNDED = 4;

/** Refuses patterns that can take very long: nested repetition, look-around, back-references, many unbounded repetitions. */
export function checkPattern(pattern: string, refuse: (reason: string) => never): void {
  try {
    new RegExp(pattern, 'u');
  } catch {
    refuse('the pattern is not a regular expression');
  }
  // Escapes and classes match one character each.
  const plain = pattern
    .replace(/\\(.)/g, (_escape, character: string) => (/[1-9k]/.test(character) ? '(?=' : 'c'))
    .replace(/\[[^\]]*\]/g, 'c')
    .replace(/\(\?(:|<\w+>)/g, '(');
  if (plain.includes('(?')) refuse('the pattern uses look-around or back-references');
  else if (hasRiskyGroup(plain) || plain.split(/[*+]|,\}/).length > MAX_UNBOUNDED + 1)
    refuse('the pattern could take very long to match');
}

function hasRiskyGroup(plain: string): boolean {
  const risky: boolean[] = [];
  for (const [at, character] of [...plain].entries()) {
    if (character === '(') risky.push(false);
    const inside = character === ')' ? risky.pop() : /[*+?|,]/.test(character);
    if (!inside) continue;
    if (character === ')' && /^[*+{]/.test(plain.slice(at + 1))) return true;
    if (risky.length > 0) risky[risky.length - 1] = true;
  }
  return false;
}
