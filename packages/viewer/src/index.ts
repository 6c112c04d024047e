export type { FileChooser, TabHistory, ViewerState } from './state/viewer-state.js';
export type { ConnectionOptions } from './stream/connection.js';
export { createViewer, type Viewer, type ViewerOptions } from './viewer/create-viewer.js';
