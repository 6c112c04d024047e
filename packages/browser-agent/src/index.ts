export { type Answer, PageAgent } from './page-agent.js';
export { RefTable } from './refs.js';
