import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { BtcpError } from '@btcp/protocol';

// An iPhone takes pictures of up to 48 million pixels.
const MAX_PIXELS = 60_000_000;
const MAX_DECODE_MS = 20_000;

/** A picture as a bitmap, which may be smaller than the picture. */
export interface DecodedHeic {
  bitmap: Uint8Array;
  width: number;
  height: number;
}

interface WorkerInput {
  decoder: string;
  bytes: Uint8Array;
  maxSide: number;
  maxPixels: number;
}

type Threads = Pick<typeof import('node:worker_threads'), 'parentPort' | 'workerData'>;

type WorkerAnswer = DecodedHeic | { problem: 'broken' } | { problem: 'large'; width: number; height: number };

/** Unpacks a HEIC picture in a thread of its own, which is ended when it takes too long. */
export async function decodeHeic(bytes: Buffer, name: string, maxSide: number): Promise<DecodedHeic> {
  const workerData: WorkerInput = { decoder: decoderPath(name), bytes, maxSide, maxPixels: MAX_PIXELS };
  // Text, because the command is bundled. What the decoder prints must not reach the answers on standard output.
  const source = `(${decodeInWorker.toString()})(require, require('node:worker_threads'))`;
  const worker = new Worker(source, { eval: true, workerData, stdout: true, stderr: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(tooSlow(name)), MAX_DECODE_MS);
      worker.once('message', resolve);
      worker.once('error', () => resolve({ problem: 'broken' }));
      worker.once('exit', () => resolve({ problem: 'broken' }));
    });
    if (!('problem' in answer)) return answer;
    throw answer.problem === 'large' ? tooLarge(name, answer) : broken(name);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function decoderPath(name: string): string {
  try {
    return createRequire(import.meta.url).resolve('libheif-js/wasm-bundle');
  } catch (cause) {
    throw new BtcpError(
      'unsupported',
      `${name} is a HEIC image, and the optional package libheif-js is not installed.`,
      {
        hint: 'Install it: npm install libheif-js. Or convert the image: heif-convert IN OUT.png.',
        cause,
      },
    );
  }
}

// Runs in the worker from its source text, so it uses nothing from outside. Every side is divided by the same whole number.
function decodeInWorker(load: (path: string) => unknown, { parentPort, workerData }: Threads): unknown {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    display(target: { data: Uint8ClampedArray; width: number; height: number }, done: (image: unknown) => void): void;
  }
  const { decoder, bytes, maxSide, maxPixels } = workerData as WorkerInput;
  const { HeifDecoder } = load(decoder) as { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  const answer = (message: WorkerAnswer) => parentPort?.postMessage(message);
  const [image] = new HeifDecoder().decode(bytes);
  if (!image) return answer({ problem: 'broken' });
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) return answer({ problem: 'large', width, height });
  const data = new Uint8ClampedArray(width * height * 4);
  return image.display({ data, width, height }, (shown) => {
    if (!shown) return answer({ problem: 'broken' });
    const step = Math.max(1, Math.floor(Math.max(width, height) / maxSide));
    const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
    const rowLength = Math.ceil((columns * 3) / 4) * 4;
    const bitmap = new Uint8Array(54 + rowLength * rows);
    const head = new DataView(bitmap.buffer);
    head.setUint16(0, 0x424d);
    head.setUint32(2, bitmap.length, true);
    head.setUint32(10, 54, true);
    head.setUint32(14, 40, true);
    head.setInt32(18, columns, true);
    head.setInt32(22, -rows, true);
    head.setUint16(26, 1, true);
    head.setUint16(28, 24, true);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        for (let color = 0; color < 3; color++) {
          let sum = 0;
          for (let below = 0; below < step; below++) {
            for (let right = 0; right < step; right++) {
              sum += data[((y * step + below) * width + x * step + right) * 4 + color] ?? 0;
            }
          }
          bitmap[54 + y * rowLength + x * 3 + 2 - color] = sum / (step * step);
        }
      }
    }
    return answer({ bitmap, width, height });
  });
}

function broken(name: string): BtcpError {
  return new BtcpError('unsupported', `${name} is a HEIC image that cannot be unpacked.`, {
    hint: 'Its data is broken, or of a kind that libheif does not support. Convert it to JPEG or PNG first.',
  });
}

function tooLarge(name: string, { width, height }: { width: number; height: number }): BtcpError {
  return new BtcpError(
    'unsupported',
    `${name} has ${width} × ${height} pixels; ${MAX_PIXELS} pixels are read at most.`,
    {
      hint: 'Make it smaller.',
    },
  );
}

function tooSlow(name: string): BtcpError {
  return new BtcpError('timeout', `${name} took more than ${MAX_DECODE_MS / 1_000} s to unpack.`, {
    hint: 'Convert it to JPEG or PNG first.',
  });
}
