import type { KeptFile, PageInfo } from '../port/browser-session.js';
import type { Image } from '../port/pictures.js';
import type { Effects } from './action-output.js';

/** The result of every call. */
export interface ToolResult {
  text: string;
  data: unknown;
  /** Null if no browser is open, or while a person drives in private. */
  page: PageInfo | null;
  effects?: Effects;
  element?: { role: string; name: string };
  images?: Image[];
  refLines?: Record<string, number>;
  files?: KeptFile[];
}
