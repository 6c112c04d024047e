/** Formats a value as a developer writes it, such as `{userId: 123}` or `Map(1) {'a' => 1}`, and calls no getter. */
export function describeValue(described: unknown): string {
  const MAX_DEPTH = 8;
  const MAX_ITEMS = 1_000;
  const MAX_LENGTH = 1_000_000;
  let length = 0;
  const seen = new Set<unknown>();

  const nameOf = (value: object): string => {
    const maker = Object.getPrototypeOf(value)?.constructor;
    return typeof maker === 'function' && maker !== Object ? maker.name : '';
  };

  const list = (open: string, items: Iterable<() => string>, close: string): string => {
    const parts: string[] = [];
    for (const item of items) {
      if (parts.length >= MAX_ITEMS || length > MAX_LENGTH) {
        parts.push('…');
        break;
      }
      const part = item();
      length += part.length;
      parts.push(part);
    }
    return `${open}${parts.join(', ')}${close}`;
  };

  const properties = (value: object, depth: number) =>
    Object.keys(value).map((key) => () => {
      const { get, value: held } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
      return `${name}: ${get ? '(…)' : describe(held, depth + 1)}`;
    });

  const describeNode = (node: {
    nodeName: unknown;
    attributes?: Iterable<{ name: string; value: string }>;
  }): string => {
    if (!node.attributes) return String(node.nodeName);
    const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${value}"`);
    return `<${String(node.nodeName).toLowerCase()}${attributes.join('')}>`;
  };

  const describeObject = (value: object, depth: number): string => {
    if (value instanceof Error) return value.stack ?? String(value);
    if (value instanceof Date || value instanceof RegExp) return String(value);
    if ('nodeType' in value && 'nodeName' in value) return describeNode(value);
    if (value instanceof Map) {
      const entries = [...value].map(
        ([key, held]) =>
          () =>
            `${describe(key, depth + 1)} => ${describe(held, depth + 1)}`,
      );
      return list(`Map(${value.size}) {`, entries, '}');
    }
    if (value instanceof Set) {
      return list(
        `Set(${value.size}) {`,
        [...value].map((held) => () => describe(held, depth + 1)),
        '}',
      );
    }
    if (Array.isArray(value))
      return list(
        '[',
        value.map((held) => () => describe(held, depth + 1)),
        ']',
      );
    if (ArrayBuffer.isView(value) && 'length' in value) {
      return list(
        `${nameOf(value)} [`,
        Array.from(value as Uint8Array, (held) => () => String(held)),
        ']',
      );
    }
    const name = nameOf(value);
    return list(name ? `${name} {` : '{', properties(value, depth), '}');
  };

  const describe = (value: unknown, depth: number): string => {
    if (typeof value === 'string') return depth === 0 ? value : `'${value.replaceAll("'", "\\'")}'`;
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'symbol') return value.toString();
    if (typeof value === 'function') return `ƒ ${value.name}()`;
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
    if (seen.has(value)) return '[Circular]';
    if (depth >= MAX_DEPTH) return Array.isArray(value) ? '[…]' : '{…}';
    seen.add(value);
    const text = describeObject(value, depth);
    seen.delete(value);
    return text;
  };

  return describe(described, 0);
}
