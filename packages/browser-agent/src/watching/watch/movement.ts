import { sleep } from '@btcp/protocol';
import { nextTask } from '../../dom/timing.js';

// Longer movements are reported as they are.
const MAX_MS = 500;

// Properties that show or hide content; colours and shadows do not.
const MOVING =
  /^(opacity|transform|translate|scale|visibility|display|top|left|right|bottom|clipPath|(max|min)?-?height|(max|min)?-?width|gridTemplateRows)$/i;

export async function atRest(document: Document, since: number): Promise<void> {
  const moving = document.getAnimations().filter((animation) => isContentOnItsWay(animation, since));
  if (moving.length === 0) return;
  await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), sleep(MAX_MS)]);
  // Listeners for the end run after the promise.
  await nextTask();
}

// Ripples and spinners hold no text, and endless animations lead nowhere.
function isContentOnItsWay({ playState, startTime, effect }: Animation, since: number): boolean {
  if (playState !== 'running' || Number(startTime ?? since) < since) return false;
  if (Number(effect?.getComputedTiming().endTime) > MAX_MS) return false;
  if (!(effect && 'target' in effect) || !(effect as KeyframeEffect).target?.textContent?.trim()) return false;
  return (effect as KeyframeEffect).getKeyframes().some((frame) => Object.keys(frame).some((key) => MOVING.test(key)));
}
