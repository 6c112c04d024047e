import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blankFrame, keyFrameOf, sizeOfFrame, WebmFile } from '@btcp/chrome/webm';
import { BtcpError } from '@btcp/tools';
import type { History } from '../contract/history.js';
import type { HistoryReader } from './export-history.js';

// How long a picture is shown: as long as it was, within these.
const MIN_SHOWN_MS = 700;
const MAX_SHOWN_MS = 2_500;

interface Shot {
  frame: Uint8Array | undefined;
  shown: number;
}

export async function filmOf(history: History, reader: HistoryReader): Promise<Buffer> {
  const shots = await shotsOf(history, reader);
  const first = shots.find(({ frame }) => frame)?.frame;
  if (!first) {
    throw new BtcpError('not_found', 'No step of this session has a picture that can be shown in a video.', {
      hint: 'Download it as html, which shows what was done without pictures.',
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'btcp-film-'));
  try {
    const path = join(folder, 'film.webm');
    const size = sizeOfFrame(first);
    const film = await WebmFile.create(path, size);
    let time = 0;
    for (const { frame, shown } of shots) {
      await film.add(frame ?? blankFrame(size), time);
      time += shown;
    }
    await film.close(time);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function shotsOf({ steps }: History, reader: HistoryReader): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const [index, { number, time, hidden, look }] of steps.entries()) {
    const picture = hidden || !look?.hasPicture ? undefined : await reader.picture(number);
    const frame = picture?.mimeType === 'image/webp' ? keyFrameOf(picture.data) : undefined;
    if (!frame && !hidden) continue;
    const next = steps[index + 1]?.time ?? Number.POSITIVE_INFINITY;
    shots.push({ frame, shown: Math.min(MAX_SHOWN_MS, Math.max(MIN_SHOWN_MS, next - time)) });
  }
  return shots;
}
