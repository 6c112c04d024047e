import type { Acted, Dialog, Effects } from '@btcp/tools';
import { EffectWatch, type Scene } from './effect-watch.js';
import type { FileChooser } from './file-chooser.js';

/** Does something to the page, waits until it has had its effect, and tells what that was. */
export async function perform(
  scene: Scene,
  act: (chooser: FileChooser) => Promise<Acted>,
  signal: AbortSignal,
  patience: (acted: Acted) => number = () => 0,
): Promise<{ acted: Acted; effects: Effects }> {
  scene.tab.assertFree();
  const watch = await EffectWatch.begin(scene);
  watch.watchPages();
  try {
    signal.throwIfAborted();
    const acted = await act(watch.chooser);
    signal.throwIfAborted();
    return { acted, effects: await watch.effects(acted, patience(acted)) };
  } finally {
    watch.stop();
  }
}

/** Answers the dialog that is open, and tells what the page did then. What it did before is told with it. */
export async function answerDialog(
  scene: Scene,
  answer: { accept: boolean; text: string | undefined },
): Promise<{ dialog: Dialog; effects: Effects }> {
  const watch = await EffectWatch.begin(scene);
  try {
    const dialog = await scene.tab.dialogs.answer(answer.accept, answer.text);
    return { dialog, effects: await watch.effects() };
  } finally {
    watch.stop();
  }
}
