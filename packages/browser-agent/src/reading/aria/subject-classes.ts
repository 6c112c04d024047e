export function subjectClasses(selectors: string): string[] | undefined {
  const classes: string[] = [];
  for (const selector of selectors.split(',')) {
    const subject = /[^\s>+~]*$/.exec(selector.trimEnd())?.[0] ?? '';
    const name = SIMPLE.test(subject) ? /\.([-\w]+)/.exec(subject)?.[1] : undefined;
    if (name === undefined) return undefined;
    classes.push(name.toLowerCase());
  }
  return classes;
}

const SIMPLE = /^[-\w.#:*]*$/;
