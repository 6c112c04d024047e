import { enclose } from './boundary.js';
import { marksFor } from './marks.js';

/** The content of a file with words of a page: a model reads it with other tools, which know of no boundary. */
export function encloseFile(name: string, text: string): string {
  if (!name.endsWith('.json')) return `${enclose(text)}\n`;
  const { begin, end } = marksFor((nonce) => text.includes(nonce));
  return `{"begin":"${begin}",\n"value":${isJson(text) ? text : JSON.stringify(text)},\n"end":"${end}"}\n`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
