export function toPlain(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`a ${typeof value} has no JSON`);
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) throw new TypeError('the result refers to itself');
  if (above.length > 64) throw new TypeError('the result is nested too deeply');
  const inside = (child: unknown) => toPlain(child, [...above, value]);

  if (value instanceof Error) return { name: value.name, message: value.message };
  if ('toJSON' in value && typeof value.toJSON === 'function') return inside(value.toJSON());
  if ('nodeType' in value) return markupOf(value);
  if (value instanceof Blob)
    return { type: value.type, size: value.size, ...('name' in value && { name: value.name }) };
  if (value instanceof Map || hasEntries(value)) return fromEntries(value.entries(), inside);
  if (isIterable(value)) return Array.from(value, inside);
  return fromEntries(Object.entries(value), inside);
}

// FormData, Headers and URLSearchParams can repeat a name.
function hasEntries(value: object): value is { entries(): Iterable<[string, unknown]> } {
  return 'append' in value && 'entries' in value;
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}

function fromEntries(entries: Iterable<[unknown, unknown]>, convert: (child: unknown) => unknown): object {
  const plain = new Map<string, unknown[]>();
  for (const [key, child] of entries) {
    const name = String(key);
    plain.set(name, [...(plain.get(name) ?? []), convert(child)]);
  }
  return Object.fromEntries([...plain].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}

function markupOf(node: object): unknown {
  if ('outerHTML' in node) return node.outerHTML;
  if ('documentElement' in node) return markupOf(Object(node.documentElement));
  return 'textContent' in node ? node.textContent : null;
}
