/** How to read a page. Every field narrows or shapes the text. */
export interface SnapshotOptions {
  /** Only this subtree: a CSS selector or a ref. */
  selector?: string | undefined;
  /** Only controls, headings and live regions. */
  interactive?: boolean | undefined;
  /** Leave out structure that carries no name, state or control. */
  compact?: boolean | undefined;
  /** How many levels below the root to show. */
  maxDepth?: number | undefined;
  /** Only what is on screen. */
  viewport?: boolean | undefined;
  /** Cut the text at a line boundary below this many characters. */
  maxSize?: number | undefined;
  /** Only what changed since the last snapshot of this page. */
  diff?: boolean | undefined;
  /** Only what says this, one line each with a ref. */
  text?: string | undefined;
  /** Only elements of this role, one line each with a ref. */
  role?: string | undefined;
  /** Only elements whose name has this in it, one line each with a ref. */
  name?: string | undefined;
  /** Whether the text begins with URL and title; it does unless this is false. */
  header?: boolean | undefined;
}

/** What a ref stood for when the snapshot was taken. */
export interface RefInfo {
  role: string;
  name: string;
  /** The line of the tree that shows it, counted from 0. */
  line?: number;
}

/** One element as assistive technology sees it. */
export interface Inspection {
  /** `generic` for a mere wrapper, `none` for one that is presentational. */
  role: string;
  name: string;
  /** `checked`, `expanded=false`, `level=2` … */
  states: string[];
  /** What a field holds, masked where it is secret. */
  value?: string | undefined;
}

/** A page as an agent reads it. */
export interface Snapshot {
  url: string;
  title: string;
  /** One line per node: `- role "name" [states] [ref=e3]: value`. */
  tree: string;
  /** By spelling `@e3`. */
  refs: Record<string, RefInfo>;
  /** Whether `maxSize` cut the text. */
  truncated: boolean;
  /** Whether the text lists only what changed since the last snapshot. */
  isDiff: boolean;
  /** Refs of frames whose content this document may not read. */
  frames: string[];
}

/** The first line of changes that are the whole page, because it is shorter than they are. */
export const WHOLE_PAGE = '[the whole page is shorter than what changed in it]';

/** How many characters a snapshot has at most, unless told. */
export const DEFAULT_SNAPSHOT_SIZE = 50_000;
