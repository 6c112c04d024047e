import type {
  ControlState,
  ErrorData,
  FrameMetadata,
  GrantablePermission,
  LiveDialog,
  LiveDownload,
  LiveMessage,
  LiveTab,
  Picker,
} from '@btcp/protocol';

export interface TabHistory {
  readonly url: string;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

/** The page asks for files. */
export interface FileChooser {
  readonly id: string;
  readonly multiple: boolean;
  readonly accept: string;
}

interface TabState {
  readonly metadata: FrameMetadata | null;
  readonly isLoading: boolean;
  readonly isCrashed: boolean;
  readonly history: TabHistory | null;
  readonly dialog: LiveDialog | null;
  readonly picker: Picker | null;
  readonly fileChooser: FileChooser | null;
  // What a person has allowed the origin of the page; null if it cannot be allowed anything.
  readonly permissions: { readonly origin: string; readonly granted: readonly GrantablePermission[] } | null;
}

/** The state of a viewer at one moment, with the fields of the watched tab. */
export interface ViewerState extends TabState {
  readonly status: 'connecting' | 'live' | 'reconnecting' | 'closed';
  /** The age of the picture in whole seconds; 0 while it is current. */
  readonly staleFor: number;
  readonly picture: { readonly width: number; readonly height: number } | null;
  readonly viewer: string | null;
  /** As `pass` in the address of another viewer, lets that one replace this one. */
  readonly pass: string | null;
  readonly role: 'view' | 'control' | null;
  readonly control: ControlState | null;
  readonly isDriving: boolean;
  readonly hasKeyboard: boolean;
  readonly tabs: readonly LiveTab[];
  readonly watching: string | null;
  readonly isFollowing: boolean;
  readonly downloads: readonly LiveDownload[];
  readonly cursor: string;
  readonly error: ErrorData | null;
  readonly closeReason: string | null;
}

/** Someone else drives in private, and the server sends no pictures. */
export function isCurtained({ control, isDriving }: ViewerState): boolean {
  return control?.isPrivate === true && !isDriving;
}

const UNKNOWN_TAB: TabState = {
  metadata: null,
  isLoading: false,
  isCrashed: false,
  history: null,
  dialog: null,
  picker: null,
  fileChooser: null,
  permissions: null,
};

export const INITIAL_STATE: ViewerState = {
  ...UNKNOWN_TAB,
  status: 'connecting',
  staleFor: 0,
  picture: null,
  viewer: null,
  pass: null,
  role: null,
  control: null,
  isDriving: false,
  hasKeyboard: false,
  tabs: [],
  watching: null,
  isFollowing: true,
  downloads: [],
  cursor: 'default',
  error: null,
  closeReason: null,
};

export class Receiver {
  readonly #tabs = new Map<string, TabState>();

  tab(id: string): TabState {
    return this.#tabs.get(id) ?? UNKNOWN_TAB;
  }

  receive(state: ViewerState, message: LiveMessage): Partial<ViewerState> {
    switch (message.type) {
      case 'hello':
        // Dialogs and pickers may be answered by now; the server sends those that are still open.
        for (const [id, tab] of this.#tabs) this.#tabs.set(id, { ...UNKNOWN_TAB, metadata: tab.metadata });
        return {
          status: 'live',
          error: null,
          viewer: message.viewer,
          pass: message.pass,
          role: message.role,
          isDriving: false,
          ...(state.watching === null ? {} : this.tab(state.watching)),
        };
      case 'control': {
        const { holder } = message.control;
        const isDriving = holder.kind === 'viewer' && holder.viewer === state.viewer;
        return { control: message.control, isDriving, ...(isDriving ? {} : { cursor: 'default' }) };
      }
      case 'tabs': {
        const { tabs, watching, isFollowing } = message;
        for (const id of this.#tabs.keys()) if (!tabs.some((tab) => tab.id === id)) this.#tabs.delete(id);
        // The server sends again what is open in a tab that a viewer turns to.
        if (watching !== state.watching) {
          this.#tabs.set(watching, { ...UNKNOWN_TAB, metadata: this.tab(watching).metadata });
        }
        return { tabs, watching, isFollowing, ...this.tab(watching) };
      }
      case 'metadata': {
        const { type: _, tab, ...metadata } = message;
        return this.#change(state, tab, { metadata });
      }
      case 'loading':
        return this.#change(state, message.tab, {
          isLoading: message.loading,
          ...(message.loading ? { isCrashed: false } : {}),
        });
      case 'crash':
        return this.#change(state, message.tab, { isLoading: false, isCrashed: true });
      case 'history': {
        const { type: _, tab, ...history } = message;
        return this.#change(state, tab, { history });
      }
      case 'dialog':
        return this.#change(state, message.tab, { dialog: message.dialog });
      case 'picker':
        return this.#change(state, message.tab, { picker: message.picker });
      case 'file_chooser':
        return this.#change(state, message.tab, { fileChooser: message.chooser });
      case 'permissions': {
        const { origin, granted } = message;
        return this.#change(state, message.tab, { permissions: origin ? { origin, granted } : null });
      }
      case 'download':
        return { downloads: withDownload(state.downloads, message.download) };
      case 'cursor':
        return { cursor: message.cursor };
      case 'error':
        return { error: message.error };
      default:
        return {};
    }
  }

  answered(state: ViewerState, what: 'dialog' | 'picker' | 'fileChooser'): Partial<ViewerState> {
    return state.watching === null ? {} : this.#change(state, state.watching, { [what]: null });
  }

  #change(state: ViewerState, tab: string, change: Partial<TabState>): Partial<ViewerState> {
    this.#tabs.set(tab, { ...this.tab(tab), ...change });
    return tab === state.watching ? change : {};
  }
}

function withDownload(downloads: readonly LiveDownload[], download: LiveDownload): readonly LiveDownload[] {
  const known = downloads.findIndex(({ id }) => id === download.id);
  return known < 0 ? [...downloads, download] : downloads.with(known, download);
}
