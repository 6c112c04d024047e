/** What to do with what an origin has stored. */
export interface SiteStorageRequest {
  area: 'local' | 'session' | 'indexeddb' | 'cache';
  action: 'list' | 'get' | 'set' | 'delete' | 'clear';
  key: string;
  value: string;
}

/** What an origin has stored; `problem` says why it cannot be had. */
export interface SiteStorageAnswer {
  entries: { key: string; value: string }[];
  more: number;
  problem?: { code: 'not_found' | 'unsupported' | 'not_actionable' | 'invalid_input'; message: string };
}

/** Reads or changes what the origin of the document has stored. */
export async function siteStorage({ area, action, key, value }: SiteStorageRequest): Promise<SiteStorageAnswer> {
  const MAX_ENTRIES = 1_000;
  const MAX_TOTAL = 4_000_000;
  type Entry = { key: string; value: string };

  const entriesOf = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;
  const failed = (code: NonNullable<SiteStorageAnswer['problem']>['code'], message: string): SiteStorageAnswer => ({
    entries: [],
    more: 0,
    problem: { code, message },
  });
  const bounded = (entries: Entry[], more = 0): SiteStorageAnswer => {
    let left = MAX_TOTAL;
    const kept = entries.slice(0, MAX_ENTRIES).filter(({ key, value }) => {
      left -= key.length + value.length;
      return left >= 0;
    });
    return { entries: kept, more: more + entries.length - kept.length };
  };
  const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const text = (held: unknown): string => {
    try {
      return JSON.stringify(held) ?? String(held);
    } catch {
      return String(held);
    }
  };

  const inItems = (items: Storage): SiteStorageAnswer => {
    const before = items.getItem(key);
    if (action === 'list')
      return bounded(Object.keys(items).map((name) => ({ key: name, value: items.getItem(name) ?? '' })));
    if (action === 'clear') {
      items.clear();
      return bounded([]);
    }
    if (action === 'set') {
      items.setItem(key, value);
      return bounded([{ key, value }]);
    }
    if (before === null) return failed('not_found', `There is no key ${JSON.stringify(key)}.`);
    if (action === 'delete') items.removeItem(key);
    return bounded([{ key, value: before }]);
  };

  const openDatabase = (name: string): Promise<IDBDatabase> => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    return asked(request);
  };
  const deleteDatabase = (name: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve(true);
      request.onerror = () => reject(request.error);
      request.onblocked = () => resolve(false);
    });
  const inDatabases = async (): Promise<SiteStorageAnswer> => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const named = names
      .filter((name) => key === name || key.startsWith(`${name}/`))
      .sort((a, b) => b.length - a.length)[0];
    if (action === 'delete' || action === 'clear') {
      const doomed = action === 'clear' ? names : names.filter((name) => name === key);
      if (doomed.length === 0 && action === 'delete')
        return failed('not_found', `There is no database ${JSON.stringify(key)}.`);
      for (const name of doomed)
        if (!(await deleteDatabase(name)))
          return failed('not_actionable', `The page keeps the database ${JSON.stringify(name)} open.`);
      return bounded(doomed.map((name) => ({ key: name, value: 'deleted' })));
    }
    if (action === 'get' && named === undefined)
      return failed('not_found', `There is no database ${JSON.stringify(key)}.`);
    const entries: Entry[] = [];
    let more = 0;
    for (const name of action === 'list' ? names : [named as string]) {
      const database = await openDatabase(name);
      try {
        const stores = [...database.objectStoreNames];
        const only = key === name ? undefined : key.slice(name.length + 1);
        if (action === 'get' && only !== undefined && !stores.includes(only))
          return failed('not_found', `The database ${JSON.stringify(name)} has no store ${JSON.stringify(only)}.`);
        if (stores.length === 0) entries.push({ key: name, value: `version ${database.version}, no stores` });
        for (const store of stores) {
          const held = database.transaction(store).objectStore(store);
          const count = await asked(held.count());
          if (action === 'list' || only === undefined) {
            entries.push({ key: `${name}/${store}`, value: `${entriesOf(count)}, version ${database.version}` });
          } else if (store === only) {
            const reading = database.transaction(store).objectStore(store);
            const [keys, values] = await Promise.all([
              asked(reading.getAllKeys(null, MAX_ENTRIES)),
              asked(reading.getAll(null, MAX_ENTRIES)),
            ]);
            entries.push(...keys.map((each, index) => ({ key: text(each), value: text(values[index]) })));
            more += count - keys.length;
          }
        }
      } finally {
        database.close();
      }
    }
    return bounded(entries, more);
  };

  const inCaches = async (): Promise<SiteStorageAnswer> => {
    const names = await caches.keys();
    if (action === 'list') {
      const entries = names.map(async (name) => {
        const { length } = await (await caches.open(name)).keys();
        return { key: name, value: entriesOf(length) };
      });
      return bounded(await Promise.all(entries));
    }
    const chosen = action === 'clear' ? names : names.filter((name) => name === key);
    if (chosen.length === 0 && action !== 'clear')
      return failed('not_found', `There is no cache ${JSON.stringify(key)}.`);
    if (action === 'get') {
      const cache = await caches.open(key);
      const requests = await cache.keys();
      const entries = requests.slice(0, MAX_ENTRIES).map(async (request) => {
        const response = await cache.match(request);
        const type = response?.headers.get('content-type') ?? 'no type';
        return { key: `${request.method} ${request.url}`, value: `${response?.status ?? '?'} ${type}` };
      });
      return bounded(await Promise.all(entries), Math.max(0, requests.length - MAX_ENTRIES));
    }
    for (const name of chosen) await caches.delete(name);
    return bounded(chosen.map((name) => ({ key: name, value: 'deleted' })));
  };

  try {
    if (area === 'local') return inItems(localStorage);
    if (area === 'session') return inItems(sessionStorage);
    if (area === 'indexeddb') return await inDatabases();
    if (typeof caches === 'undefined') return failed('unsupported', 'The page is not secure, so it has no caches.');
    return await inCaches();
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError')
      return failed(
        'invalid_input',
        `The value does not fit: its ${value.length} characters exceed the quota of the site.`,
      );
    return failed('unsupported', `The page has no such storage: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}
