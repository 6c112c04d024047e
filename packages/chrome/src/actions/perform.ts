import type { ActionAnswer } from '@btcp/protocol';
import type { ActionEffects, ActionOutcome, Dialog } from '@btcp/tools';
import type { Reply } from '../tab/frame-link.js';
import { EffectWatch, type Scene } from './effect-watch.js';
import type { FileChooser } from './file-chooser.js';
import type { Performed } from './performed.js';
import { placeOf } from './place-of.js';

export interface Action {
  selector?: string | undefined;
  /** A click starts watching and reports the place with its own commands. */
  isClick?: boolean;
  run(chooser: FileChooser): Promise<Performed>;
  patience?: (acted: ActionAnswer) => number;
}

export async function perform(scene: Scene, action: Action, signal: AbortSignal): Promise<Reply<ActionOutcome>> {
  const { tab } = scene;
  const { selector, isClick = false, run, patience = () => 0 } = action;
  tab.assertFree();
  const watch = await EffectWatch.begin(scene);
  try {
    signal.throwIfAborted();
    tab.frames.watch(isClick ? tab.frames.of(selector) : undefined);
    // Before the action, which may remove the element; not awaited, because a frame runs commands in order.
    const before = selector === undefined || isClick ? undefined : placeOf(tab, selector);
    const performed = await run(watch.chooser);
    signal.throwIfAborted();
    const { value: effects, state } = await watch.effects(performed, patience(performed.acted));
    // An element that had to be waited for was not there before.
    const place = performed.place ?? (await before) ?? (isClick ? undefined : await placeOf(tab, performed.acted.ref));
    return { value: { acted: { ...performed.acted, ...place }, effects }, state };
  } finally {
    watch.stop();
  }
}

export async function answerDialog(
  scene: Scene,
  answer: { accept: boolean; text: string | undefined },
): Promise<Reply<{ dialog: Dialog; effects: ActionEffects }>> {
  const watch = await EffectWatch.begin(scene);
  try {
    const dialog = await scene.tab.dialogs.answer(answer.accept, answer.text);
    const { value: effects, state } = await watch.effects();
    return { value: { dialog, effects }, state };
  } finally {
    watch.stop();
  }
}
