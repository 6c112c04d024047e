import type { Tool } from './tool.js';
import { browserClose } from './tools/browser-close.js';
import { browserNavigate } from './tools/browser-navigate.js';
import { browserSnapshot } from './tools/browser-snapshot.js';

/** Every tool, in the order that surfaces list them. */
export const catalogue: readonly Tool[] = [browserNavigate, browserSnapshot, browserClose];
