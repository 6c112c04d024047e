/** Replaces a value that must not be shown. */
export const MASK = '•••';
