import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { BtcpError } from '@btcp/protocol';

// SHA-256 of Chrome for Testing by build and platform, from `node scripts/chrome-digests.mjs` on a trusted network.
const DIGESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

// Names the digest of an archive that is not listed, or `any` to run what was not checked.
const OVERRIDE = 'BTCP_CHROME_SHA256';

/** What an archive must be; undefined where anything is taken. Fails where nobody knows. */
export function expectedDigest(build: string, platform: string): string | undefined {
  const chosen = process.env[OVERRIDE]?.trim().toLowerCase();
  if (chosen === 'any') return undefined;
  const digest = chosen || DIGESTS[build]?.[platform];
  if (digest) return digest;
  throw new BtcpError(
    'browser_unavailable',
    `Chrome for Testing ${build} for ${platform} is not downloaded: no checksum is known for it.`,
    {
      hint: `Install Chrome or Chromium. ${OVERRIDE} takes the checksum of the archive, or "any" to run it unchecked.`,
    },
  );
}

/** Fails where an archive is not what was expected. */
export async function assertDigest(path: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found === expected) return;
  throw new BtcpError('browser_unavailable', `The download has the checksum ${found}, not ${expected}.`, {
    hint: 'It was removed and never run. Check BTCP_CHROME_DOWNLOADS, or pass a browser with --chrome.',
  });
}
