import type { Page } from '../page/page.js';
import type { Chord } from './keys.js';

/** One default action for a key: undefined where the key is not its business, otherwise a note or an empty text. */
export type KeyAction = (target: Element, chord: Chord, page: Page) => string | undefined;
