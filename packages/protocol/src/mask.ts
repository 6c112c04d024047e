/** Stands in place of a value that may not be shown. */
export const MASK = '•••';
