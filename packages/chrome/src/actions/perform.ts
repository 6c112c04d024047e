import type { Acted, ActionOutcome } from '@btcp/tools';
import { EffectWatch, type Scene } from './effect-watch.js';
import type { FileChooser } from './file-chooser.js';

/** Does something to the page, waits until it has had its effect, and tells what that was. */
export async function perform(
  scene: Scene,
  act: (chooser: FileChooser) => Promise<Acted>,
  signal: AbortSignal,
): Promise<ActionOutcome> {
  scene.tab.assertFree();
  const watch = await EffectWatch.begin(scene);
  try {
    signal.throwIfAborted();
    const acted = await act(watch.chooser);
    signal.throwIfAborted();
    return { acted, effects: await watch.effects(acted) };
  } finally {
    watch.stop();
  }
}
