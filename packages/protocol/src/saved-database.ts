/** A saved IndexedDB database, whose keys and values are JSON that `btcp-browser-agent` writes and reads. */
export interface SavedDatabase {
  name: string;
  version: number;
  stores: SavedStore[];
}

/** A saved object store with all its entries. */
export interface SavedStore {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
  rows: { key: unknown; value: unknown }[];
}
