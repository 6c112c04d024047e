import { isTag } from '../../dom/tags.js';
import { scrollBy, scrollerAround } from '../page/scrolling.js';
import type { KeyAction } from './key-action.js';

const ARROW = 40;
const SCREEN = 0.875;

export const scrollByKey: KeyAction = (target, { key, modifiers }) => {
  if (isTag(target, 'input', 'select', 'button')) return undefined;
  const vertical = scrollerAround(target, 'y');
  const screen = vertical.clientHeight * SCREEN;
  const down: Record<string, number> = {
    ArrowDown: ARROW,
    ArrowUp: -ARROW,
    PageDown: screen,
    PageUp: -screen,
    Home: -vertical.scrollHeight,
    End: vertical.scrollHeight,
    ' ': modifiers.includes('Shift') ? -screen : screen,
  };
  const across: Record<string, number> = { ArrowRight: ARROW, ArrowLeft: -ARROW };
  const y = down[key.key];
  const x = across[key.key];
  if (y !== undefined) scrollBy(vertical, 0, y);
  else if (x !== undefined) scrollBy(scrollerAround(target, 'x'), x, 0);
  else return undefined;
  return '';
};
