// Runs in a tab that the person shares, in a world that the page cannot see.
import { SharedDocument } from './shared-document.js';

const KEY = Symbol.for('btcp-shared-document');
const world = globalThis as { [KEY]?: SharedDocument };

// Kept when the tab is shared again, so that refs stay valid.
world[KEY] ??= new SharedDocument();
world[KEY].connect();
