/** Marks words that are on the page, and that nobody sees there. */
export function hiddenMark(words: string): string {
  return words.replace(/\S(?:[\s\S]*\S)?/, '(hidden: $&)');
}
