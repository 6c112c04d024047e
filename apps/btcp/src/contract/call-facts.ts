import type { CallEffects, CallFacts } from './types.js';

type Loose<T> = { [K in keyof T]?: T[K] | undefined };

interface Result {
  data?: unknown;
  effects?: (Loose<Omit<CallEffects, 'hasChanges'>> & { changes?: string | undefined }) | undefined;
}

export function callFacts({ data, effects }: Result): CallFacts {
  const { acted, tree, width, height } = (data ?? {}) as Record<string, unknown>;
  const facts: CallFacts = {};
  if (typeof acted === 'object' && acted !== null && 'element' in acted) {
    const { element, value, checked, selected } = acted as NonNullable<CallFacts['acted']>;
    facts.acted = { element, ...defined({ value, checked, selected }) };
  }
  if (effects) {
    const { navigated, title, openedTabs, dialog, downloads, fileChooser, focus, announcements, changes } = effects;
    const hasChanges = changes !== undefined && changes !== '';
    facts.effects = {
      ...defined({ navigated, title, openedTabs, dialog, downloads, fileChooser, focus, announcements }),
      hasChanges,
    };
  }
  if (typeof tree === 'string') facts.lines = tree === '' ? 0 : tree.split('\n').length;
  if (typeof width === 'number' && typeof height === 'number') facts.picture = { width, height };
  return facts;
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
