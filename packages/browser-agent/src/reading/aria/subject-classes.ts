/**
 * The classes of which an element must have one to be matched by a selector list, in lower case;
 * undefined where that takes more than a glance to tell.
 */
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

/** Tags, ids, classes and states: nothing with brackets, quotes or escapes inside. */
const SIMPLE = /^[-\w.#:*]*$/;
