// Bundled into one script. Its completion value is the agent, so that nothing is left in any global scope.

import { expectNoHandlers } from '../reading/tree/clickable.js';
import { PageAgent } from './page-agent.js';

expectNoHandlers();

export const agent: PageAgent = new PageAgent(document);
