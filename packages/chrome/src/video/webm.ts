export { blankFrame, keyFrameOf, sizeOfFrame } from './vp8-frame.js';
export { WebmFile } from './webm-file.js';
