import { BtcpError, type SavedDatabase, type SavedStore } from '@btcp/protocol';
import { z } from 'zod';
import type { BrowserState } from '../port/storage.js';
import { encoded, plain } from './encoded-value.js';

const origin = z.string().regex(/^https?:\/\/[^/]+$/);
const items = z.record(z.string(), z.string());
const keyPath = z.union([z.string(), z.array(z.string())]);

const database = z.strictObject({
  name: z.string(),
  version: z.number(),
  stores: z.array(
    z.strictObject({
      name: z.string(),
      keyPath: keyPath.nullable(),
      autoIncrement: z.boolean(),
      indexes: z.array(z.strictObject({ name: z.string(), keyPath, unique: z.boolean(), multiEntry: z.boolean() })),
      rows: z.array(z.strictObject({ key: z.unknown(), value: z.unknown() })),
    }),
  ),
});

const tab = z.strictObject({
  url: z.string(),
  session: z.array(z.strictObject({ origin, items })),
  active: z.boolean(),
});

const ownState = z.strictObject({
  cookies: z.array(z.record(z.string(), z.unknown())),
  storage: z.array(
    z.strictObject({
      origin,
      local: items,
      databases: z.array(database).optional(),
      leftOut: z.array(z.string()).optional(),
    }),
  ),
  tabs: z.array(tab),
}) satisfies z.ZodType<BrowserState>;

// Playwright's fields, in which it may add more.
const path = { keyPath: z.string().optional(), keyPathArray: z.array(z.string()).optional() };
const storageState = z.object({
  cookies: z
    .array(
      z.object({
        name: z.string(),
        value: z.string(),
        domain: z.string(),
        path: z.string(),
        expires: z.number().default(-1),
        httpOnly: z.boolean().default(false),
        secure: z.boolean().default(false),
        sameSite: z.enum(['Strict', 'Lax', 'None']).default('Lax'),
        partitionKey: z.string().optional(),
        _crHasCrossSiteAncestor: z.boolean().optional(),
      }),
    )
    .default([]),
  origins: z
    .array(
      z.object({
        origin,
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
        indexedDB: z
          .array(
            z.object({
              name: z.string(),
              version: z.number(),
              stores: z.array(
                z.object({
                  name: z.string(),
                  autoIncrement: z.boolean(),
                  ...path,
                  records: z.array(
                    z.object({
                      key: z.unknown().optional(),
                      keyEncoded: z.unknown().optional(),
                      value: z.unknown().optional(),
                      valueEncoded: z.unknown().optional(),
                    }),
                  ),
                  indexes: z.array(
                    z.object({ name: z.string(), ...path, multiEntry: z.boolean(), unique: z.boolean() }),
                  ),
                }),
              ),
            }),
          )
          .default([]),
        btcpDatabases: z.array(database).default([]),
      }),
    )
    .default([]),
  btcpTabs: z.array(tab).default([]),
});

/** A file that Playwright reads and writes as `storageState`; what only we keep is in fields that it ignores. */
export type StorageState = z.output<typeof storageState>;
type Origin = StorageState['origins'][number];
type Store = Origin['indexedDB'][number]['stores'][number];

/** Reads a state of ours, or a `storageState` of Playwright. */
export function readBrowserState(given: unknown): BrowserState {
  const own = ownState.safeParse(given);
  if (own.success) return own.data;
  const theirs = storageState.safeParse(given);
  if (theirs.success && typeof given === 'object' && given !== null && ('origins' in given || 'btcpTabs' in given))
    return fromStorageState(theirs.data);
  throw new BtcpError('invalid_input', 'This is not the state of a browser.', {
    hint: 'Give what was saved as a state, or a storageState file of Playwright.',
  });
}

function fromStorageState({ cookies, origins, btcpTabs }: StorageState): BrowserState {
  return {
    cookies: cookies.map(({ partitionKey, _crHasCrossSiteAncestor = false, ...cookie }) => ({
      ...cookie,
      ...(partitionKey === undefined
        ? {}
        : { partitionKey: { topLevelSite: partitionKey, hasCrossSiteAncestor: _crHasCrossSiteAncestor } }),
    })),
    storage: origins.map(({ origin, localStorage, indexedDB, btcpDatabases }) => ({
      origin,
      local: Object.fromEntries(localStorage.map(({ name, value }) => [name, value])),
      databases: [...indexedDB.map(fromDatabase), ...btcpDatabases],
    })),
    tabs: btcpTabs,
  };
}

function fromDatabase({ name, version, stores }: Origin['indexedDB'][number]): SavedDatabase {
  return {
    name,
    version,
    stores: stores.map((store) => ({
      name: store.name,
      autoIncrement: store.autoIncrement,
      keyPath: pathOf(store) ?? null,
      indexes: store.indexes.map(({ name, unique, multiEntry, ...rest }) => ({
        name,
        unique,
        multiEntry,
        keyPath: pathOf(rest) ?? '',
      })),
      rows: store.records.map((record) => ({
        key: encoded(record.key, record.keyEncoded),
        value: encoded(record.value, record.valueEncoded),
      })),
    })),
  };
}

function pathOf({ keyPath, keyPathArray }: { keyPath?: string | undefined; keyPathArray?: string[] | undefined }) {
  return keyPathArray ?? keyPath;
}

/** Writes a state as a `storageState` of Playwright. */
export function toStorageState({ cookies, storage, tabs }: BrowserState): StorageState {
  return {
    cookies: cookies.map(toCookie),
    origins: storage.map(({ origin, local, databases = [] }) => {
      const theirs = databases.map((database) => ({ database, written: toDatabase(database) }));
      return {
        origin,
        localStorage: Object.entries(local).map(([name, value]) => ({ name, value })),
        indexedDB: theirs.flatMap(({ written }) => written ?? []),
        btcpDatabases: theirs.filter(({ written }) => !written).map(({ database }) => database),
      };
    }),
    btcpTabs: tabs,
  };
}

function toCookie(cookie: Record<string, unknown>): StorageState['cookies'][number] {
  const { partitionKey, session, expires } = cookie;
  const { topLevelSite, hasCrossSiteAncestor } = Object(partitionKey);
  const known = storageState.shape.cookies.unwrap().element.parse({
    ...cookie,
    expires: session === true || typeof expires !== 'number' ? -1 : expires,
    partitionKey: undefined,
  });
  if (typeof topLevelSite !== 'string') return known;
  return { ...known, partitionKey: topLevelSite, _crHasCrossSiteAncestor: hasCrossSiteAncestor === true };
}

// Undefined where Playwright has no words for a value.
function toDatabase({ name, version, stores }: SavedDatabase): Origin['indexedDB'][number] | undefined {
  const written = stores.map(toStore);
  const all = written.filter((store) => store !== undefined);
  return all.length === written.length ? { name, version, stores: all } : undefined;
}

function toStore({ name, autoIncrement, keyPath, indexes, rows }: SavedStore): Store | undefined {
  const records = rows.map(({ key, value }) => ({ key: plain(key), value: plain(value) }));
  if (records.some(({ key, value }) => key === undefined || value === undefined)) return undefined;
  return {
    name,
    autoIncrement,
    ...writtenPath(keyPath),
    records: records.map(({ key, value }) => ({
      // A store with a key path finds the key in the value.
      ...(keyPath === null ? { key: key?.value } : {}),
      value: value?.value,
    })),
    indexes: indexes.map(({ name, keyPath, unique, multiEntry }) => ({
      name,
      unique,
      multiEntry,
      ...writtenPath(keyPath),
    })),
  };
}

function writtenPath(keyPath: string | string[] | null): { keyPath?: string; keyPathArray?: string[] } {
  if (keyPath === null) return {};
  return typeof keyPath === 'string' ? { keyPath } : { keyPathArray: keyPath };
}
