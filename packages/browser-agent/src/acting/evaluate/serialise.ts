import { isElement } from '../../dom/tags.js';

/** Limits of a serialised value. */
export interface SerialiseOptions {
  element?: (element: Element) => string;
  maxDepth?: number;
  maxItems?: number;
  maxValues?: number;
  maxText?: number;
}

/** A value that JSON can carry. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Copies any value to JSON; values that JSON lacks become text such as `[NaN]` or `[circular: $.parent]`. */
export function serialise(value: unknown, options: SerialiseOptions = {}): Json | undefined {
  return value === undefined ? undefined : new Serialiser(options).copy(value, '$', 0);
}

class Serialiser {
  readonly #limits: Required<SerialiseOptions>;
  readonly #path = new Map<object, string>();
  #left: number;

  constructor(options: SerialiseOptions) {
    this.#limits = {
      element: (element) => `<${element.localName}>`,
      maxDepth: 12,
      maxItems: 1000,
      maxValues: 20_000,
      maxText: 100_000,
      ...options,
    };
    this.#left = this.#limits.maxValues;
  }

  copy(value: unknown, path: string, depth: number): Json {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0) ? value : `[${Object.is(value, -0) ? '-0' : value}]`;
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'bigint') return `[${value}n]`;
    if (typeof value === 'undefined' || typeof value === 'symbol') return `[${String(value)}]`;
    if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`;
    const seen = this.#path.get(value);
    if (seen !== undefined) return `[circular: ${seen}]`;
    if (depth > this.#limits.maxDepth) return `[${tagOf(value)}: too deep]`;
    if (--this.#left < 0) return '[left out: too much]';
    this.#path.set(value, path);
    try {
      return this.#object(value, path, depth);
    } catch (error) {
      return `[${tagOf(value)}: unreadable: ${messageOf(error)}]`;
    } finally {
      this.#path.delete(value);
    }
  }

  #object(value: object, path: string, depth: number): Json {
    if (isElement(value)) return `[${this.#limits.element(value)}]`;
    const tag = tagOf(value);
    if (isDate(value, tag)) return Number.isNaN(value.getTime()) ? '[invalid Date]' : value.toISOString();
    if (tag === 'RegExp') return String(value);
    if (tag === 'Map' && isIterable(value)) return this.#list([...value], path, depth);
    if (Array.isArray(value)) return this.#list(value, path, depth);
    if (tag === 'Error' || tag === 'DOMException' || 'stack' in value) return this.#error(value, path, depth);
    if (ArrayBuffer.isView(value) && tag !== 'DataView' && isIterable(value)) return this.#list(value, path, depth);
    if (tag === 'ArrayBuffer' && 'byteLength' in value) return `[ArrayBuffer: ${value.byteLength} bytes]`;
    if ('nodeType' in value && 'nodeName' in value) return `[${String(value.nodeName)}]`;
    if (tag === 'Window' || tag === 'global') return '[Window]';
    if (/^(?:Promise|WeakMap|WeakSet|WeakRef|DataView)$/.test(tag)) return `[${tag}]`;
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.copy(value.toJSON(), path, depth + 1);
    if (isIterable(value)) return this.#list(value, path, depth);
    return this.#record(value, path, depth);
  }

  #list(values: Iterable<unknown>, path: string, depth: number): Json {
    const { maxItems } = this.#limits;
    const copies: Json[] = [];
    let index = 0;
    for (const value of values) {
      if (index >= maxItems) {
        const length = 'length' in values ? Number(values.length) : undefined;
        copies.push(`[${length === undefined ? 'more' : `${length - maxItems} more`} left out]`);
        break;
      }
      copies.push(this.copy(value, `${path}[${index}]`, depth + 1));
      index++;
    }
    return copies;
  }

  #record(value: object, path: string, depth: number): Json {
    const keys = Object.keys(value);
    const copy: Record<string, Json> = {};
    for (const key of keys.slice(0, this.#limits.maxItems)) {
      const inner = readProperty(value, key);
      copy[key] = inner.ok ? this.copy(inner.value, `${path}.${key}`, depth + 1) : `[threw: ${inner.message}]`;
    }
    if (keys.length > this.#limits.maxItems) copy['[left out]'] = keys.length - this.#limits.maxItems;
    return copy;
  }

  #error(value: object, path: string, depth: number): Json {
    const name = 'name' in value ? String(value.name) : 'Error';
    const own = this.#record(value, path, depth);
    return {
      name,
      message: this.#text(messageOf(value)),
      ...(typeof own === 'object' && !Array.isArray(own) ? own : {}),
    };
  }

  #text(text: string): string {
    const { maxText } = this.#limits;
    return text.length <= maxText
      ? text
      : `${text.slice(0, maxText)}[${text.length - maxText} more characters left out]`;
  }
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function isDate(value: object, tag: string): value is Date {
  return tag === 'Date' && 'getTime' in value;
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === 'function';
}

function readProperty(value: object, key: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: Reflect.get(value, key) };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
