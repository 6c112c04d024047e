export { sandboxes } from './sandbox/sandboxes.js';
