/** The changes of one frame of a page since it was last read. */
export interface PageChanges {
  /** `page`: the whole frame, if shorter than its changes; `earlier`: since an older state; `unread`: never read. */
  kind: 'lines' | 'page' | 'earlier' | 'unread';
  frame?: string;
  text: string;
  onlyValueOf?: string;
  /** Texts of alerts and other live regions that are among its lines. */
  announced?: string[];
  frames: string[];
}

/** Renders the changes of all frames for a model; empty if nothing changed. */
export function renderChanges(changes: readonly PageChanges[]): string {
  return changes.map(({ frame, text }) => (frame === undefined ? text : `In the iframe ${frame}:\n${text}`)).join('\n');
}
