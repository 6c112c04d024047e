/** The state of a page that has no page script yet. */
export interface QuickState {
  url: string;
  title: string;
  /** Whether there may be secrets, which only a page script finds. */
  mayHaveSecrets: boolean;
}

/** Runs in the page's own world: starting a page script takes longer than many a call. */
export function quickState(): QuickState {
  // By the getter itself: an image of the name `title` would be the title otherwise.
  const title = Object.getOwnPropertyDescriptor(Document.prototype, 'title')?.get?.call(document);
  const fields = document.querySelector('input[type="password" i], input[autocomplete], iframe');
  const mayHaveSecrets = fields !== null || [...document.querySelectorAll('*')].some((element) => element.shadowRoot);
  return { url: document.URL, title: String(title ?? ''), mayHaveSecrets };
}
