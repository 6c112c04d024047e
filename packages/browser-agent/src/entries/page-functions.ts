// An engine sends the source text of these functions into a page, so they use nothing from outside.

export { compareImages, type ImageDifference } from './page-functions/compare-images.js';
export { describeValue } from './page-functions/describe-value.js';
export { type ImageMark, markImage } from './page-functions/mark-image.js';
export { type QuickState, quickState } from './page-functions/quick-state.js';
export { type ShrunkImage, shrinkImage } from './page-functions/shrink-image.js';
export { type SiteStorageAnswer, type SiteStorageRequest, siteStorage } from './page-functions/site-storage.js';
export { videoFrame } from './page-functions/video-frame.js';
export { type WebVitals, webVitals } from './page-functions/web-vitals.js';
