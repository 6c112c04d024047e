// Functions whose source text an engine sends into a page. Each is whole in itself: it uses nothing from outside.
export { describeValue } from './page-functions/describe-value.js';
export { type QuickState, quickState } from './page-functions/quick-state.js';
export { type ShrunkImage, shrinkImage } from './page-functions/shrink-image.js';
