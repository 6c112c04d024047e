// Preloaded into a worker: its browsers are simulated, and append what they are made to do to a file that all workers share.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { ChromeEngine } from '@btcp/chrome';

const file = process.env.TEST_DEEDS_FILE ?? '';
const URL = 'http://simulated.test/';

ChromeEngine.prototype.open = async (conversation) => {
  const browser = randomUUID();
  let restored = false;
  let alive = true;
  const page = async () => ({ url: URL, title: conversation, status: 200, tab: 't1', loading: false, restored });
  const answer = async (/** @type {unknown} */ value) => ({ value, page: await page(), secrets: [] });
  const session = {
    get alive() {
      return alive;
    },
    lastUrl: URL,
    page,
    secrets: async () => [],
    saveState: async () => ({ cookies: [], storage: [], tabs: [{ url: URL, session: [], active: true }] }),
    async restoreState() {
      restored = true;
    },
    async evaluate(/** @type {string} */ deed) {
      appendFileSync(file, `${conversation} ${browser} ${deed}\n`);
      return answer('true');
    },
    async close() {
      alive = false;
    },
  };
  // Nothing else is asked of it.
  return /** @type {any} */ (session);
};
