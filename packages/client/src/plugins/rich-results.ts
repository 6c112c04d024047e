import { RpcError } from '@btcp/protocol';
import type { Plugin } from '../contract/plugin.js';
import { toPlain } from './to-plain.js';

const MAX_BINARY_BYTES = 7 * 1024 * 1024;

/** Supports results beyond JSON: binary data, images, dates, maps, forms, nodes, errors. */
export function richResults(): Plugin {
  return {
    convert(result) {
      if (result instanceof Error) return { content: [{ type: 'text', text: result.message }], isError: true };
      if (result instanceof Blob)
        return result.arrayBuffer().then((data) => toBinary(new Uint8Array(data), result.type));
      if (result instanceof ArrayBuffer) return toBinary(new Uint8Array(result), '');
      if (ArrayBuffer.isView(result))
        return toBinary(new Uint8Array(result.buffer, result.byteOffset, result.byteLength), '');
      return toPlain(result);
    },
  };
}

function toBinary(bytes: Uint8Array, type: string): unknown {
  if (bytes.length > MAX_BINARY_BYTES) throw new RpcError('OUTPUT_TOO_LARGE', `${bytes.length} bytes`);
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  if (type.startsWith('image/')) return { type: 'image', data, mimeType: type };
  return { type: 'resource', uri: 'btcp:result', blob: data, mimeType: type || 'application/octet-stream' };
}
