import { labelOf } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import type { Surroundings } from '../contract/types.js';

export interface ListedElement {
  ref: string;
  role: string;
  name: string;
}

const SIDE = 2;

export function listedIn({ data }: ToolResult): ListedElement[] {
  const { refs = {} } = Object(data) as { refs?: Record<string, { role: string; name: string }> };
  return Object.entries(refs).map(([ref, { role, name }]) => ({ ref, role, name }));
}

export function surroundingsOf(listed: readonly ListedElement[], index: number): Surroundings {
  const alike = listed.filter(({ role, name }) => role === listed[index]?.role && name === listed[index]?.name);
  return {
    isOnly: alike.length === 1,
    before: listed.slice(Math.max(0, index - SIDE), index).map(labelOf),
    after: listed.slice(index + 1, index + 1 + SIDE).map(labelOf),
  };
}

/** The last snapshot of a session, which shows what stood around an element that was acted on. */
export class LastSnapshot {
  #listed: readonly ListedElement[] = [];

  note(result: ToolResult): void {
    this.#listed = listedIn(result);
  }

  around(ref: string | undefined): Surroundings | undefined {
    return this.element(ref)?.around;
  }

  element(ref: string | undefined): { role: string; name: string; around: Surroundings } | undefined {
    const index = this.#listed.findIndex((each) => bare(each.ref) === bare(ref ?? ''));
    const found = this.#listed[index];
    return found && { role: found.role, name: found.name, around: surroundingsOf(this.#listed, index) };
  }
}

function bare(ref: string): string {
  return ref.replace(/^@/, '');
}
