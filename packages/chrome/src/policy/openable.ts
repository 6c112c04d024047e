/** The kinds of address that Chrome opens; it drops a visit to any other kind without an event. */
export const OPENABLE = /^(https?|data|about|blob):/;
