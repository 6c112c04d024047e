/** How one frame of a page differs from what was last read of it. */
export interface PageChanges {
  /**
   * - `lines`: lines added and removed
   * - `page`: the whole frame, because that is shorter than its changes
   * - `earlier`: the difference to an earlier state, such as before a menu opened
   * - `unread`: the frame changed and was never read, so what changed is not known
   */
  kind: 'lines' | 'page' | 'earlier' | 'unread';
  /** The ref of the iframe, with its sign; none for the main frame. */
  frame?: string;
  /** For the model, already cut to its limit. */
  text: string;
  /** The element whose value is the only thing that changed. */
  onlyValueOf?: string;
  /** Iframes that came with the changes and were not read yet. */
  frames: string[];
}

/** The changes of all frames as a model reads them; empty where nothing changed. */
export function renderChanges(changes: readonly PageChanges[]): string {
  return changes.map(({ frame, text }) => (frame === undefined ? text : `In the iframe ${frame}:\n${text}`)).join('\n');
}
