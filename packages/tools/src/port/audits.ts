/** What to examine about the page that is open. */
export type AuditCommand =
  | { kind: 'vitals' }
  | { kind: 'accessibility'; selector?: string | undefined; rules?: readonly string[] | undefined }
  | { kind: 'memory' }
  | { kind: 'coverage'; action: 'start' | 'stop' }
  | {
      kind: 'lighthouse';
      device: 'mobile' | 'desktop';
      categories?: readonly string[] | undefined;
      path?: string | undefined;
    }
  | { kind: 'trace'; action: 'start' | 'stop'; path?: string | undefined };

/** What was found: a line for each finding, all of it as JSON, and a file where one was written. */
export interface AuditReport {
  lines: string[];
  whole: string;
  file?: { path: string; size: number } | undefined;
}
