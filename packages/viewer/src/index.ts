export type { FileChooser, TabHistory, ViewerState } from './state/viewer-state.js';
export type { ConnectionOptions, ViewerSocket } from './stream/connection.js';
export { createViewer } from './viewer/create-viewer.js';
export type { Viewer, ViewerOptions } from './viewer/viewer.js';
