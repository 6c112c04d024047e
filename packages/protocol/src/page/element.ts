/** An element that a call acted on or found, as data. */
export interface ElementInfo {
  /** Its ARIA role, or its tag such as `<div id="x">` where it has none. */
  role: string;
  name: string;
  /** With the sign: `@e3`. */
  ref: string;
}

/** How an element is found again after the page was reloaded. */
export interface ElementPlace {
  css: string;
  /** Selectors of the iframes around it, outermost first. */
  frames: string[];
}

/** An element's control state, read from the element itself. */
export interface FieldState {
  /** Masked where it is secret. */
  value?: string;
  checked?: boolean | 'mixed';
  /** The labels of the selected options. */
  selected?: string[];
}

const MAX_NAME = 80;

/** An element in a few words: `button "Save"`. */
export function labelOf({ role, name }: Pick<ElementInfo, 'role' | 'name'>): string {
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return shown ? `${role} ${JSON.stringify(shown)}` : role;
}
