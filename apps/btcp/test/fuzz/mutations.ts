/** Values and texts that nobody expects, the same for the same seed. */
export class Mutations {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** A value of the wrong kind. */
  junk(): unknown {
    return this.pick<() => unknown>([
      () => null,
      () => this.pick([true, false]),
      () => this.pick([-1, 0, 0.5, 1e308, -1e308, 2 ** 53, 4_294_967_296]),
      () =>
        this.pick(['', 'x', '\u0000', '\ud800', '\udfff\ud800', '\u202e', '@e1', '@f9e1', '__proto__', 'constructor']),
      () =>
        this.pick(['../../etc/passwd', 'file:///etc/passwd', 'javascript:alert(1)', "'; drop table--", '$(id)', '%00']),
      () => [],
      () => ({}),
      () => [[[]]],
      () => JSON.parse('{"__proto__":{"isAdmin":true}}'),
      () => ({ constructor: { prototype: { isAdmin: true } } }),
      () => ({ toJSON: 1, length: -1, hasOwnProperty: 1 }),
      () => Array.from({ length: this.below(20) }, (_, index) => index),
      () => nested(this.below(40) + 1),
      () => 'long '.repeat(this.below(400)),
    ])();
  }

  /** The value with one thing about it changed. */
  mutated(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.oneIn(8)) return this.junk();
    if (Array.isArray(value)) return value.map((each) => (this.oneIn(2) ? this.mutated(each) : each));
    const entries = Object.entries(value);
    const [key] = this.pick(entries.length > 0 ? entries : [['x', 1]]);
    switch (this.below(5)) {
      case 0:
        return Object.fromEntries(entries.filter(([each]) => each !== key));
      case 1:
        return { ...value, [this.pick(['__proto__x', 'constructor', 'id', 'x', '\ud800', ''])]: this.junk() };
      case 2:
        return { ...value, [key]: [Object(value)[key]] };
      default:
        return { ...value, [key]: this.mutated(Object(value)[key]) };
    }
  }

  /** What is sent: mostly JSON of the value or of a mutated one, sometimes a text that only looks like it. */
  text(value: unknown): string {
    const json = JSON.stringify(this.oneIn(3) ? value : this.mutated(value)) ?? 'null';
    if (this.oneIn(2_500)) return this.huge(json);
    if (!this.oneIn(12)) return json;
    const at = this.below(json.length);
    return this.pick<() => string>([
      () => json.slice(0, at),
      () => json.slice(at),
      () =>
        `${json.slice(0, at)}${this.pick(['"', '{', ']', ',', '\\', '\u0000', '\ud800', '\ufeff'])}${json.slice(at)}`,
      () => json.replace('{', '{"id":1,"id":2,"__proto__":{"x":1},'),
      () => json.replaceAll('"', "'"),
      () => `[${Array(this.below(300)).fill(json.slice(0, 500)).join()}]`,
      () => '['.repeat(this.below(20_000)),
      () => `{"type":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
      () =>
        this.pick([
          '',
          ' ',
          'null',
          '1e999',
          '-',
          'undefined',
          '"\\ud800"',
          '[]',
          '{}',
          '{"__proto__":null}',
          '\ufeff{}',
        ]),
    ])();
  }

  /** A message of some megabytes: one long text, many small values, or nesting without end. */
  huge(json: string): string {
    const size = 200_000 << this.below(6);
    const filling = this.pick<() => string>([
      () => JSON.stringify('x'.repeat(size)),
      () => `[${'1,'.repeat(size / 2)}1]`,
      () => `[${'{},'.repeat(size / 3)}1]`,
      () => `{${Array.from({ length: size / 12 }, (_, index) => `"k${index}":1`).join()}}`,
      () => '['.repeat(size / 2) + ']'.repeat(size / 2),
      () => JSON.stringify('\\"'.repeat(size / 4)),
      () => JSON.stringify('sk-'.repeat(size / 3)),
    ])();
    return json.startsWith('{') ? `{"filling":${filling}${json === '{}' ? '' : ','}${json.slice(1)}` : filling;
  }
}

function nested(depth: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}
