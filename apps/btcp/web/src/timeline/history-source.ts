import type { History, HistoryDetails } from '../../../src/contract/history.ts';

/** Where a history comes from: a server, or the file that it is in. */
export interface HistorySource {
  history: History;
  details(step: number): Promise<HistoryDetails>;
  /** The address at which the page can show it; undefined where the step has none. */
  picture(step: number): Promise<string | undefined>;
}
