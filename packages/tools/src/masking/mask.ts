/** Stands for what is present and not shown. */
export const MASK = '•••';
