import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HistoryDetails, HistoryStep } from '../contract/history.js';

export type HistoryLine =
  | { step: Omit<HistoryStep, 'look'> }
  | { of: number; look: NonNullable<HistoryStep['look']> }
  | { of: number; hidden: NonNullable<HistoryStep['hidden']> };

export interface KeptLook extends Pick<HistoryDetails, 'requests' | 'console'> {
  tree?: string;
}

const STEPS = 'steps.jsonl';
const ABOUT = 'session.json';
const PICTURES: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };
const PRIVATE = { mode: 0o600 };

export class HistoryFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async about<About>(): Promise<About | undefined> {
    try {
      return JSON.parse(await readFile(join(this.path, ABOUT), 'utf8'));
    } catch {
      return undefined;
    }
  }

  async setAbout(about: unknown): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    await writeFile(join(this.path, ABOUT), JSON.stringify(about), PRIVATE);
  }

  async steps(): Promise<HistoryStep[]> {
    const text = await readFile(join(this.path, STEPS), 'utf8').catch(() => '');
    const steps = new Map<number, HistoryStep>();
    for (const line of text.split('\n').flatMap(parsed)) {
      if ('step' in line) steps.set(line.step.number, line.step);
      else {
        const { of, ...found } = line;
        const step = steps.get(of);
        if (step) steps.set(of, { ...step, ...found });
      }
    }
    return [...steps.values()];
  }

  async add(line: HistoryLine): Promise<number> {
    const text = `${JSON.stringify(line)}\n`;
    await appendFile(join(this.path, STEPS), text, PRIVATE);
    return Buffer.byteLength(text);
  }

  async addLook(number: number, look: KeptLook, picture?: { data: string; mimeType: string }): Promise<number> {
    const text = JSON.stringify(look);
    await writeFile(join(this.path, `${number}.json`), text, PRIVATE);
    const kind = picture && PICTURES[picture.mimeType];
    if (!picture || kind === undefined) return Buffer.byteLength(text);
    const data = Buffer.from(picture.data, 'base64');
    await writeFile(join(this.path, `${number}.${kind}`), data, PRIVATE);
    return Buffer.byteLength(text) + data.length;
  }

  async look(number: number): Promise<KeptLook | undefined> {
    try {
      return JSON.parse(await readFile(join(this.path, `${number}.json`), 'utf8'));
    } catch {
      return undefined;
    }
  }

  async picture(number: number): Promise<{ data: Buffer; mimeType: string } | undefined> {
    for (const [mimeType, kind] of Object.entries(PICTURES)) {
      const data = await readFile(join(this.path, `${number}.${kind}`)).catch(() => undefined);
      if (data) return { data, mimeType };
    }
    return undefined;
  }

  async shrink(bytes: number): Promise<void> {
    const steps = await this.steps();
    const sizes = await this.#sizes();
    let left = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    let first = 0;
    while (left > bytes && first < steps.length - 1) {
      const { number } = steps[first] as HistoryStep;
      for (const [name, size] of sizes) if (numberOf(name) === number) left -= size;
      left -= Buffer.byteLength(JSON.stringify(steps[first]));
      first++;
    }
    const kept = steps.slice(first);
    const text = kept.map((step) => `${JSON.stringify({ step })}\n`).join('');
    await writeFile(join(this.path, `${STEPS}.new`), text, PRIVATE);
    await rename(join(this.path, `${STEPS}.new`), join(this.path, STEPS));
    const oldest = kept[0]?.number ?? 0;
    for (const name of sizes.keys()) if (numberOf(name) < oldest) await rm(join(this.path, name), { force: true });
  }

  async bytes(): Promise<number> {
    return [...(await this.#sizes()).values()].reduce((sum, size) => sum + size, 0);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  async #sizes(): Promise<Map<string, number>> {
    const names = await readdir(this.path).catch(() => []);
    const sizes = names.map(async (name) => [name, (await stat(join(this.path, name))).size] as const);
    return new Map(await Promise.all(sizes));
  }
}

// A line that a full disk has cut is left out.
function parsed(line: string): HistoryLine[] {
  try {
    return line === '' ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}

function numberOf(name: string): number {
  const number = Number.parseInt(name, 10);
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
}
