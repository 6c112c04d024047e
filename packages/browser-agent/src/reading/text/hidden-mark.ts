const MARK = /\(hidden: ([^)]*)\)/g;

/** Marks words that are on the page, and that nobody sees there. */
export function hiddenMark(words: string): string {
  return words.replace(/\S(?:[\s\S]*\S)?/, '(hidden: $&)');
}

export function withoutMarks(text: string): string {
  return text.replace(MARK, '$1');
}

export function hiddenIn(text: string): string {
  return [...text.matchAll(MARK)].map(([, words]) => words).join(' ');
}
