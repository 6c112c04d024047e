import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import type { VideoCommand, VideoReport } from '@btcp/tools';
import type { Browser } from 'puppeteer-core';
import type { SessionFiles } from '../files/session-files.js';
import type { ChromeLive } from '../live/chrome-live.js';
import { makeFolder } from '../process/folders/directories.js';
import { VideoRecording } from './video-recording.js';

/** The videos of one session: one that the agent starts and stops, and one of all of it where the server keeps them. */
export class Videos {
  readonly #source: { browser: Browser; live: ChromeLive };
  readonly #files: SessionFiles;
  #asked: Promise<VideoRecording> | undefined;
  #kept: VideoRecording | undefined;

  constructor(source: { browser: Browser; live: ChromeLive }, files: SessionFiles) {
    this.#source = source;
    this.#files = files;
  }

  get isRecording(): boolean {
    return (this.#asked ?? this.#kept) !== undefined;
  }

  async run(command: VideoCommand): Promise<VideoReport | undefined> {
    if (command.action === 'start') {
      if (this.#asked) throw wrong('A video is being recorded already.', 'Stop it first.');
      this.#asked = this.#start(command.path);
      await this.#asked.catch((thrown) => {
        this.#asked = undefined;
        throw thrown;
      });
      return undefined;
    }
    const asked = this.#asked;
    if (!asked) throw wrong('No video is being recorded.', 'Start one with action start.');
    this.#asked = undefined;
    return (await asked).stop();
  }

  async keepIn(folder: string): Promise<void> {
    makeFolder(folder, '--save-video');
    const time = new Date().toISOString().replace(/[:.]/g, '-');
    this.#kept = await VideoRecording.start(this.#source, join(folder, `${time}-${randomUUID().slice(0, 8)}.webm`));
  }

  async close(): Promise<void> {
    const asked = await this.#asked?.catch(() => undefined);
    await Promise.allSettled([asked?.stop(), this.#kept?.stop()]);
  }

  async #start(path: string | undefined): Promise<VideoRecording> {
    await this.#files.ensure();
    const place = path === undefined ? this.#files.pathFor('video.webm') : await this.#files.newFile(path);
    return VideoRecording.start(this.#source, place);
  }
}

function wrong(message: string, hint: string): BtcpError {
  return new BtcpError('invalid_input', message, { hint });
}
