import { serverPath } from './server-path.ts';
import { createStore } from './store.ts';

const KEY = `btcp-collapsed${serverPath('')}`;

/** The agents whose sessions are folded away; a reload keeps them so. */
export const collapsed = createStore<Readonly<Record<string, boolean>>>(read());

export function collapse(agent: string, isCollapsed: boolean): void {
  collapsed.update({ [agent]: isCollapsed });
  localStorage.setItem(KEY, JSON.stringify(collapsed.get()));
}

function read(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}
