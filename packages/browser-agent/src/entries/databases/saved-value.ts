interface Tagged {
  type: string;
  value?: unknown;
  name?: string;
  mimeType?: string;
  modified?: number;
}

/** A value that JSON cannot hold, such as a key that may not leave its browser. */
export class NotSavable extends Error {}

const VIEWS: Readonly<Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>> = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
};

export function savedValue(value: unknown, reading: Promise<void>[], around: readonly object[] = []): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    const isPlain = Number.isFinite(value) && !Object.is(value, -0);
    return isPlain ? value : { type: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
  }
  if (typeof value === 'undefined') return { type: 'undefined' };
  if (typeof value === 'bigint') return { type: 'bigint', value: String(value) };
  if (typeof value !== 'object') throw new NotSavable(`of type ${typeof value}`);
  if (around.includes(value)) throw new NotSavable('it contains itself');
  const inside = [...around, value];
  const saved = (part: unknown) => savedValue(part, reading, inside);
  if (Array.isArray(value)) return Array.from(value, saved);
  if (value instanceof Date) return { type: 'Date', value: saved(value.getTime()) };
  if (value instanceof RegExp) return { type: 'RegExp', value: [value.source, value.flags] };
  if (value instanceof Map) return { type: 'Map', value: [...value].map(saved) };
  if (value instanceof Set) return { type: 'Set', value: [...value].map(saved) };
  if (value instanceof ArrayBuffer) return { type: 'ArrayBuffer', value: base64(new Uint8Array(value)) };
  if (value instanceof Blob) return savedFile(value, reading);
  const type = Object.prototype.toString.call(value).slice(8, -1);
  if (ArrayBuffer.isView(value) && Object.hasOwn(VIEWS, type)) {
    return { type, value: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
  }
  if (type !== 'Object') throw new NotSavable(`of type ${type}`);
  return { type: 'object', value: Object.entries(value).map(([name, part]) => [name, saved(part)]) };
}

export function restoredValue(saved: unknown): unknown {
  if (saved === null || typeof saved !== 'object') return saved;
  if (Array.isArray(saved)) return saved.map(restoredValue);
  const { type, value, name = '', mimeType = '', modified } = saved as Tagged;
  switch (type) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(value);
    case 'bigint':
      return BigInt(String(value));
    case 'Date':
      return new Date(Number(restoredValue(value)));
    case 'RegExp': {
      const [source = '', flags = ''] = value as string[];
      return new RegExp(source, flags);
    }
    case 'Map':
      return new Map((value as unknown[]).map((pair) => restoredValue(pair) as [unknown, unknown]));
    case 'Set':
      return new Set((value as unknown[]).map(restoredValue));
    case 'object':
      return Object.fromEntries((value as [string, unknown][]).map(([key, part]) => [key, restoredValue(part)]));
    case 'ArrayBuffer':
      return bytesOf(value).buffer;
    case 'Blob':
      return new Blob([bytesOf(value)], { type: mimeType });
    case 'File':
      return new File([bytesOf(value)], name, {
        type: mimeType,
        ...(modified === undefined ? {} : { lastModified: modified }),
      });
    default: {
      const View = VIEWS[type];
      if (!View) throw new NotSavable(`of type ${type}`);
      return new View(bytesOf(value).buffer);
    }
  }
}

function savedFile(file: Blob, reading: Promise<void>[]): Tagged {
  const saved: Tagged = { type: 'Blob', mimeType: file.type };
  if (file instanceof File) Object.assign(saved, { type: 'File', name: file.name, modified: file.lastModified });
  const read = async () => {
    saved.value = base64(new Uint8Array(await file.arrayBuffer()));
  };
  reading.push(read());
  return saved;
}

const CHUNK = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

function bytesOf(text: unknown): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(String(text)), (character) => character.charCodeAt(0));
}
