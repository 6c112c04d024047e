import type { BrowserSession } from '@btcp/tools';
import { comparePictures } from '../../actions/compare-pictures.js';
import { fitForModel } from '../../actions/fit-for-model.js';
import { printPdf } from '../../actions/pdf.js';
import { screenshot } from '../../actions/screenshot.js';
import { readImageFile } from '../../files/read-image-file.js';
import type { SessionOptions } from '../parts/session-options.js';
import type { SessionParts } from '../parts/session-parts.js';
import type { TabCalls } from './tab-calls.js';

export function pictureCalls(calls: TabCalls, { videos }: SessionParts, { files, imageSide }: SessionOptions) {
  const load = async (path: string) => readImageFile(await files.readable(path), path);

  return {
    async screenshot(input, { signal }) {
      // A picture changes nothing, so that the page need not be asked for afterwards.
      const [value, page] = await Promise.all([calls.inTab((tab) => screenshot(tab, input), signal), calls.page()]);
      return { value, page, secrets: [] };
    },

    pdf: (input, { signal }) => calls.placed(calls.inTab((tab) => printPdf(tab, input), signal)),

    async comparePictures(input, { signal }) {
      const before = await load(input.before);
      const after = input.after === undefined ? undefined : await load(input.after);
      return calls.placed(calls.inTab((tab) => comparePictures(tab, input, before, after), signal));
    },

    video: (command) => calls.placed(calls.guarded(() => videos.run(command))),

    async readImage(path, { signal }) {
      const image = await readImageFile(await files.readable(path), path, imageSide);
      const real = { width: image.width, height: image.height };
      return { ...(await calls.inTab((tab) => fitForModel(tab, image), signal)), real };
    },
  } satisfies Partial<BrowserSession>;
}
