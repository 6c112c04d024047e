// Bundled into one script; its value is the page script, so that nothing is left in a global scope.

import { expectNoHandlers } from '../reading/tree/clickable.js';
import { PageAgent } from './page-agent.js';

expectNoHandlers();

export const agent: PageAgent = new PageAgent(document);
