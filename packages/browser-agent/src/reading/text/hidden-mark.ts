export function hiddenMark(words: string): string {
  return words.replace(/\S(?:[\s\S]*\S)?/, '(hidden: $&)');
}
