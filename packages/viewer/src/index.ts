export type { ConnectionOptions } from './connection.js';
export { createViewer, type Viewer, type ViewerOptions } from './create-viewer.js';
export type { FileChooser, TabHistory, ViewerState } from './viewer-state.js';
