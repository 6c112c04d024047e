/** A database of IndexedDB as it is saved: its keys and values are JSON that `btcp-browser-agent` writes and reads. */
export interface SavedDatabase {
  name: string;
  version: number;
  stores: SavedStore[];
}

/** A store of such a database, with all that is in it. */
export interface SavedStore {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
  rows: { key: unknown; value: unknown }[];
}
