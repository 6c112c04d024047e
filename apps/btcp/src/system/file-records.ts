import { readFileSync } from 'node:fs';
import { OwnRecords } from '@btcp/access';
import { writePrivate } from './write-private.js';

export class FileRecords<Value extends { id: string; expires: number }> extends OwnRecords<Value> {
  #file: string | undefined;

  async keepIn(file: string): Promise<void> {
    for (const value of read<Value>(file)) if (value.expires > Date.now()) await this.create(value.id, value);
    this.#file = file;
  }

  protected override changed(all: () => Value[]): void {
    if (this.#file !== undefined) writePrivate(this.#file, all());
  }
}

function read<Value>(file: string): Value[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Value[];
  } catch {
    return [];
  }
}
