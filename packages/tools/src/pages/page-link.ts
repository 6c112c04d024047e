/** One action of a browser agent, with its arguments beside it. */
export interface PageCommand {
  action: string;
  [argument: string]: unknown;
}

/** How long a command of a page may take, and what cancels it. */
export interface PageCommandOptions {
  timeout?: number;
  signal?: AbortSignal;
}

/** What an agent answered; pages are not to be trusted, so nothing is known of it. */
export type PageAnswer = Record<string, unknown>;

/** What came of a command, and whether the page was left for another because of it. */
export interface Followed {
  answer: PageAnswer;
  hasLeft: boolean;
}

/** The way to the browser agent of a page, wherever that page is. */
export interface PageLink {
  /** False once the page is gone for good. */
  readonly alive: boolean;
  where(): Promise<{ url: string; title: string }>;
  /** Has the agent do one thing, and gives its answer or throws its error. */
  command(command: PageCommand, options?: PageCommandOptions): Promise<PageAnswer>;
  /**
   * Begins what may lead to another document. Each command that is then given tells whether it did; later commands go to
   * that document.
   */
  follow(options: { timeout: number; signal: AbortSignal }): (command: PageCommand) => Promise<Followed>;
}
