import { mapFields } from '../../secrets/masking/map-fields.js';
import { cleanText } from './clean-text.js';
import { type Marks, marksFor } from './marks.js';

/** Data whose first and last field are the lines of a boundary. */
export type EnclosedData = { begin: string } & Record<string, unknown> & { end: string };

/** Data for a model, inside a boundary and without invisible characters. */
export function encloseData(data: object): EnclosedData {
  const cleaned = clean(data) as object;
  const { begin, end }: Marks = marksFor((text) => holds(cleaned, text));
  return { begin, ...cleaned, end };
}

const PRINTABLE = /^[ -~]*$/;
// Escapes of control characters; a backslash before a letter looks the same, and is looked at closely.
const ESCAPED_CONTROL = /\\[^nt"\\]/;

/** The JSON of `encloseData`. Where nothing has to be cleaned, the JSON shows it, and the data is walked only once. */
export function encloseJson(data: object): string {
  const json = JSON.stringify(data);
  if (!PRINTABLE.test(json) || ESCAPED_CONTROL.test(json)) return JSON.stringify(encloseData(data));
  const { begin, end } = marksFor((text) => json.includes(text));
  return `{"begin":"${begin}",${json.slice(1, -1)}${json === '{}' ? '' : ','}"end":"${end}"}`;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const cleaned = mapFields(value, clean);
  if (Object.keys(cleaned).every((name) => cleanText(name) === name)) return cleaned;
  return Object.fromEntries(Object.entries(cleaned).map(([name, held]) => [cleanText(name), held]));
}

// Faster than searching the JSON of a long page.
function holds(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (typeof value !== 'object' || value === null) return String(value).includes(text);
  const fields = value as Record<string, unknown>;
  return Object.keys(fields).some((name) => name.includes(text) || holds(fields[name], text));
}
