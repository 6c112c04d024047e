/** A count with its noun: `1 cookie`, `2 cookies`, `3 entries`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
