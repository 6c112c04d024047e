/** The text of a result in two parts: what stands inside its boundary, and what stands outside. */
export function parted(text: string): { inside: string; outside: string } {
  const [whole, , inside = ''] = /<untrusted (\d{20})>\n([\s\S]*)\n<\/untrusted \1>/.exec(text) ?? [''];
  return { inside, outside: text.replace(whole, '').trim() };
}
