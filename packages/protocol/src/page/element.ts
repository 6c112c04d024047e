/** An element that a call acted on or found. */
export interface ElementInfo {
  /** The ARIA role, or a tag such as `<div id="x">` if there is none. */
  role: string;
  name: string;
  ref: string;
}

/** The data to find an element again after a reload. */
export interface ElementPlace {
  css: string;
  frames: string[];
}

/** The state of a form control. */
export interface FieldState {
  /** Masked if it is secret. */
  value?: string;
  checked?: boolean | 'mixed';
  selected?: string[];
}

const MAX_NAME = 80;

/** Describes an element in a few words: `button "Save"`. */
export function labelOf({ role, name }: Pick<ElementInfo, 'role' | 'name'>): string {
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return shown ? `${role} ${JSON.stringify(shown)}` : role;
}
