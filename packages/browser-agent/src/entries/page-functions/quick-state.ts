/** The state of a page that has no page script yet. */
export interface QuickState {
  url: string;
  title: string;
  /** Only a page script finds the secrets themselves. */
  mayHaveSecrets: boolean;
}

/** Reads the state in the page's own world, because starting a page script takes longer than many calls. */
export function quickState(): QuickState {
  // An image named `title` would shadow the property.
  const title = Object.getOwnPropertyDescriptor(Document.prototype, 'title')?.get?.call(document);
  const fields = document.querySelector('input[type="password" i], input[autocomplete], iframe');
  const mayHaveSecrets = fields !== null || [...document.querySelectorAll('*')].some((element) => element.shadowRoot);
  return { url: document.URL, title: String(title ?? ''), mayHaveSecrets };
}
