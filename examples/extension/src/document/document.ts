// Runs in a tab that the person shares, in a world that the page cannot see.
import { SharedDocument } from './shared-document.js';

const KEY = Symbol.for('btcp-shared-document');
const world = globalThis as { [KEY]?: SharedDocument };

// It is put in again when the person shares the tab again; the refs that agents know stay good.
world[KEY] ??= new SharedDocument();
world[KEY].connect();
