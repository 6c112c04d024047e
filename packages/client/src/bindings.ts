export {
  type ClientState,
  type ClientStore,
  createClientStore,
  NO_ACTIVITY,
  type ToolActivity,
} from './bindings/client-store.js';
export { ownTool, toolIdentity } from './bindings/own-tool.js';
