import type { Page } from '../page/page.js';
import type { Chord } from './keys.js';

/** Returns undefined if the key is not handled, otherwise a note or an empty string. */
export type KeyAction = (target: Element, chord: Chord, page: Page) => string | undefined;
