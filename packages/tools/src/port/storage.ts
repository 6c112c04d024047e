import type { SavedDatabase } from '@btcp/protocol';

/** Cookies, storage and tabs of a browser. */
export interface BrowserState {
  cookies: Record<string, unknown>[];
  storage: SavedOrigin[];
  tabs: SavedTab[];
}

/** The storage of an origin. */
export interface SavedOrigin {
  origin: string;
  local: Record<string, string>;
  /** Missing in states that were saved before databases were. */
  databases?: SavedDatabase[] | undefined;
  leftOut?: string[] | undefined;
}

/** An open tab with its session storage. */
export interface SavedTab {
  url: string;
  session: { origin: string; items: Record<string, string> }[];
  active: boolean;
}

/** A cookie or a stored value that differs between two states of a browser; null where there is none. */
export type StateChange =
  | { kind: 'cookie'; before: Record<string, unknown> | null; after: Record<string, unknown> | null }
  | { kind: 'local'; origin: string; name: string; before: string | null; after: string | null }
  | { kind: 'database'; origin: string; name: string; before: SavedDatabase | null; after: SavedDatabase | null };

/** A cookie; `value` is masked for tools where pages cannot read it either. */
export interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  /** Seconds since 1970; -1 ends with the browser. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite?: 'Strict' | 'Lax' | 'None' | undefined;
}

/** What to do with the cookies of the session. */
export interface CookieCommand {
  action: 'list' | 'get' | 'set' | 'delete' | 'clear';
  name?: string | undefined;
  value?: string | undefined;
  url?: string | undefined;
  domain?: string | undefined;
  path?: string | undefined;
  expires?: number | undefined;
  httpOnly?: boolean | undefined;
  secure?: boolean | undefined;
  sameSite?: 'Strict' | 'Lax' | 'None' | undefined;
}

/** What to do with what the origin of the page has stored. */
export interface StorageCommand {
  area: 'local' | 'session' | 'indexeddb' | 'cache';
  action: 'list' | 'get' | 'set' | 'delete' | 'clear';
  key?: string | undefined;
  value?: string | undefined;
}

/** What the origin has stored, or what was done to it. */
export interface StorageContent {
  origin: string;
  entries: { key: string; value: string }[];
  more: number;
}

/** A state file, and what is in it. */
export interface StateFile {
  path: string;
  size: number;
  cookies: number;
  origins: string[];
  leftOut: string[];
}

/** Where to save a state, or which one to load. */
export interface StateFileInput {
  action: 'save' | 'load';
  path?: string | undefined;
  content?: string | undefined;
}
