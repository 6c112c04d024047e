import { highlight } from '../state/highlight.ts';
import { browserWindow } from '../state/window.ts';

let latest = '';

export async function pointAt(ref: string): Promise<void> {
  latest = ref;
  const box = (await browserWindow.get().viewer?.locate(ref)) ?? null;
  if (latest === ref) highlight.update({ box });
}

export function pointAtNothing(): void {
  latest = '';
  highlight.update({ box: null });
}
