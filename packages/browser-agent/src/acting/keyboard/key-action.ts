import type { Page } from '../page/page.js';
import type { Chord } from './keys.js';

/**
 * One thing that browsers do for a key. Returns undefined when the key is not its business,
 * otherwise what is worth telling, often nothing.
 */
export type KeyAction = (target: Element, chord: Chord, page: Page) => string | undefined;
