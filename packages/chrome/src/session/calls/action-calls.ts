import type { BrowserSession } from '@btcp/tools';
import { click, fill, focus, hover, press, select, type } from '../../actions/act.js';
import { check } from '../../actions/check.js';
import { drag } from '../../actions/drag.js';
import { dropOn } from '../../actions/drop.js';
import { holdKey, pointer } from '../../actions/pointer.js';
import { scroll } from '../../actions/scroll.js';
import { touch } from '../../actions/touch.js';
import { upload } from '../../actions/upload.js';
import { uploadableFiles } from '../../files/upload-folders.js';
import type { SessionOptions } from '../parts/session-options.js';
import type { TabCalls } from './tab-calls.js';

// How long a tooltip, a submenu or a list of suggestions may take to show.
const POPUP_MS = 750;

export function actionCalls(calls: TabCalls, { files, uploadDirectories }: SessionOptions) {
  const uploadable = async (paths: readonly string[]) =>
    uploadableFiles(paths, [await files.ensure(), ...uploadDirectories]);

  return {
    click: (input, { signal }) => {
      const { selector } = input;
      return calls.perform((tab) => ({ selector, isClick: true, run: () => click(tab, input, signal) }), signal);
    },

    hover: (selector, { signal }) =>
      calls.act({ selector, signal, run: (tab) => hover(tab, selector, signal), patience: () => POPUP_MS }),

    type: (input, { signal }) =>
      calls.act({
        selector: input.selector,
        signal,
        run: (tab) => type(tab, input, signal),
        // Typing into a combobox opens a list.
        patience: ({ role }) => (role === 'combobox' ? POPUP_MS : 0),
      }),

    fill: (selector, value, options) =>
      calls.act({ selector, signal: options.signal, run: (tab) => fill(tab, selector, value, options) }),

    select: (selector, choices, { signal }) =>
      calls.act({ selector, signal, run: (tab) => select(tab, selector, choices, signal) }),

    press: (key, selector, { signal }) =>
      calls.act({ selector, signal, run: (tab) => press(tab, key, selector, signal) }),

    drag: (input, { signal }) =>
      calls.act({ selector: input.selector, signal, run: (tab) => drag(tab, input, signal) }),

    async upload({ selector, paths }, { signal }) {
      const chosen = await uploadable(paths);
      return calls.act({ selector, signal, run: (tab, chooser) => upload(tab, selector, chosen, chooser, signal) });
    },

    check: (selector, wanted, { signal }) =>
      calls.perform((tab) => ({ selector, run: () => check(tab, selector, wanted, signal) }), signal),

    focus: (selector, { signal }) => calls.act({ selector, signal, run: (tab) => focus(tab, selector) }),

    pointer: (input, { signal }) =>
      calls.act({ selector: undefined, signal, run: (tab) => pointer(tab, input, signal) }),

    touch: (input, { signal }) =>
      calls.act({ selector: input.selector, signal, run: (tab) => touch(tab, input, signal) }),

    holdKey: (input, { signal }) =>
      calls.act({ selector: undefined, signal, run: (tab) => holdKey(tab, input, signal) }),

    async drop({ selector, paths = [], data }, { signal }) {
      const dropped = await uploadable(paths);
      return calls.act({ selector, signal, run: (tab) => dropOn(tab, selector, { files: dropped, data }, signal) });
    },

    scroll: (input, { signal }) => calls.answer((tab) => scroll(tab, input, signal), signal),
  } satisfies Partial<BrowserSession>;
}
