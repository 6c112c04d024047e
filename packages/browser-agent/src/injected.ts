// Bundled into one script. Its completion value is the agent, so that nothing is left in any global scope.
import { PageAgent } from './page-agent.js';
import { expectNoHandlers } from './snapshot/clickable.js';

expectNoHandlers();

export const agent: PageAgent = new PageAgent(document);
