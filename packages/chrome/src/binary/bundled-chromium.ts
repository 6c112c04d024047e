import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { BtcpError } from '@btcp/protocol';
import { cacheDirectory } from '../directories.js';
import { placeWhole } from './place-whole.js';

/**
 * The Chromium inside the optional npm package `@sparticuz/chromium`, which Linux on x64 can run without any
 * system package. Its own unpacker writes to one fixed path in /tmp, where two processes that start together
 * would run each other's half-written file, so it is unpacked here.
 */
export async function unpackBundledChromium(): Promise<string> {
  const folder = bundledPackage();
  if (!folder) {
    throw new BtcpError('browser_unavailable', 'The optional package @sparticuz/chromium is not installed.', {
      hint: 'Run npm install without --omit=optional.',
    });
  }
  const target = await bundledChromiumPath(folder);
  if (existsSync(target)) return target;
  try {
    await placeWhole(target, async (aside) => {
      const unpacked = join(aside, 'chromium');
      await pipeline(
        createReadStream(join(folder, 'bin', 'chromium.br')),
        createBrotliDecompress({ chunkSize: 1 << 21 }),
        createWriteStream(unpacked, { mode: 0o755 }),
      );
      return unpacked;
    });
  } catch (cause) {
    throw new BtcpError('browser_unavailable', `Chromium could not be unpacked to ${target}: ${String(cause)}.`, {
      hint: 'It needs about 200 MB; BTCP_CACHE names another folder.',
      cause,
    });
  }
  return target;
}

/** The bundled Chromium if an earlier run unpacked it. */
export async function findUnpackedChromium(): Promise<string | undefined> {
  const folder = bundledPackage();
  if (!folder) return undefined;
  const path = await bundledChromiumPath(folder);
  return existsSync(path) ? path : undefined;
}

async function bundledChromiumPath(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return join(cacheDirectory(), 'bundled', version, 'chromium');
}

function bundledPackage(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    // The main entry is build/cjs/index.cjs.
    return join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', '..');
  } catch {
    return undefined;
  }
}
