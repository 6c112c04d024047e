import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { BtcpError } from '@btcp/protocol';
import { cacheDirectory } from '../folders/directories.js';
import { placeWhole } from './place-whole.js';

export interface BundledChromium {
  path: string;
  environment: Record<string, string>;
}

/** The unpacker of `@sparticuz/chromium` races between processes. */
export async function unpackBundledChromium(): Promise<BundledChromium> {
  const archives = bundledArchives();
  if (!archives) {
    throw new BtcpError('browser_unavailable', 'The optional package @sparticuz/chromium is not installed.', {
      hint: 'Run npm install without --omit=optional.',
    });
  }
  const folder = await unpackedFolder(archives);
  try {
    if (!existsSync(folder)) await placeWhole(folder, (aside) => unpackInto(aside, archives));
  } catch (cause) {
    throw new BtcpError('browser_unavailable', `Chromium could not be unpacked to ${folder}: ${String(cause)}.`, {
      hint: 'It needs about 200 MB; BTCP_CACHE names another folder.',
      cause,
    });
  }
  return runnable(folder);
}

export async function findUnpackedChromium(): Promise<BundledChromium | undefined> {
  const archives = bundledArchives();
  if (!archives) return undefined;
  const folder = await unpackedFolder(archives);
  return existsSync(folder) ? runnable(folder) : undefined;
}

async function unpackInto(aside: string, archives: string): Promise<string> {
  const { extract } = await import('tar-fs');
  const folder = join(aside, 'chromium');
  const decompress = (name: string) =>
    createReadStream(join(archives, name)).pipe(createBrotliDecompress({ chunkSize: 1 << 21 }));
  await pipeline(decompress('al2023.tar.br'), extract(folder));
  await pipeline(decompress('fonts.tar.br'), extract(folder));
  await pipeline(decompress('chromium.br'), createWriteStream(join(folder, 'chromium'), { mode: 0o755 }));
  return folder;
}

async function runnable(folder: string): Promise<BundledChromium> {
  const environment: Record<string, string> = { LD_LIBRARY_PATH: join(folder, 'lib') };
  if (!existsSync('/etc/fonts/fonts.conf')) {
    const fonts = `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`;
    await writeFile(join(folder, 'fonts.conf'), fonts);
    environment.FONTCONFIG_PATH = folder;
  }
  return { path: join(folder, 'chromium'), environment };
}

async function unpackedFolder(archives: string): Promise<string> {
  const manifest = await readFile(join(archives, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return join(cacheDirectory(), 'bundled', version);
}

function bundledArchives(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', '..', 'bin');
  } catch {
    return undefined;
  }
}
