/** Options that narrow or shape a snapshot. */
export interface SnapshotOptions {
  selector?: string | undefined;
  /** Only controls, headings and live regions. */
  interactive?: boolean | undefined;
  /** Leaves out structure without a name, state or control. */
  compact?: boolean | undefined;
  maxDepth?: number | undefined;
  viewport?: boolean | undefined;
  maxSize?: number | undefined;
  diff?: boolean | undefined;
  text?: string | undefined;
  role?: string | undefined;
  name?: string | undefined;
  /** Continues a snapshot that was cut, with the same options. */
  cursor?: string | undefined;
  /** Begins the text with URL and title; true by default. */
  header?: boolean | undefined;
}

/** The element of a ref when the snapshot was taken. */
export interface RefInfo {
  role: string;
  name: string;
  line?: number;
}

/** One element as assistive technology sees it. */
export interface Inspection {
  role: string;
  name: string;
  states: string[];
  value?: string | undefined;
}

/** A page as an agent reads it. */
export interface Snapshot {
  url: string;
  title: string;
  /** One line per node: `- role "name" [states] @e3: value`. */
  tree: string;
  refs: Record<string, RefInfo>;
  truncated: boolean;
  cursor?: string;
  isDiff: boolean;
  /** Refs of frames whose content this document may not read. */
  frames: string[];
}

/** The first line of a diff that shows the whole page, because the page is shorter than its changes. */
export const WHOLE_PAGE = 'Page now:';

/** The default limit of a snapshot, in characters. */
export const DEFAULT_SNAPSHOT_SIZE = 50_000;
