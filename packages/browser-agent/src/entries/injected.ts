// Bundled into one script; its value is the page script, so that no global is left in the page.

import { expectNoHandlers } from '../reading/tree/clickable.js';
import { PageScript } from './page-script/page-script.js';

expectNoHandlers();

export const script: PageScript = new PageScript(document);
