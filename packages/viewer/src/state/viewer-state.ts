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

/** Where the watched tab is in its history. */
export interface TabHistory {
  readonly url: string;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

/** The page wants files. */
export interface FileChooser {
  readonly id: string;
  readonly multiple: boolean;
  /** As the `accept` attribute of a file input has it. */
  readonly accept: string;
}

/** What is known of one tab. */
interface TabState {
  readonly metadata: FrameMetadata | null;
  readonly isLoading: boolean;
  /** Whether the page has crashed, and shows nothing new until it is loaded again. */
  readonly isCrashed: boolean;
  readonly history: TabHistory | null;
  readonly dialog: LiveDialog | null;
  readonly picker: Picker | null;
  readonly fileChooser: FileChooser | null;
  /** What the page may do of that which needs leave; null for a page that cannot be allowed anything. */
  readonly permissions: { readonly origin: string; readonly granted: readonly GrantablePermission[] } | null;
}

/** Everything that a viewer knows, at one moment. The fields of a tab are those of the watched one. */
export interface ViewerState extends TabState {
  readonly status: 'connecting' | 'live' | 'reconnecting' | 'closed';
  /** The age of the picture in whole seconds, or 0 while it is known to be current. */
  readonly staleFor: number;
  /** The size of the last picture; null until the first has been drawn. */
  readonly picture: { readonly width: number; readonly height: number } | null;
  /** The name that the server gave this viewer. */
  readonly viewer: string | null;
  /** Put as `pass` into the address of another viewer, lets that one go on as this one, with what it held. */
  readonly pass: string | null;
  readonly role: 'view' | 'control' | null;
  readonly control: ControlState | null;
  /** Whether this viewer holds control. */
  readonly isDriving: boolean;
  /** Whether keys go to the page. */
  readonly hasKeyboard: boolean;
  readonly tabs: readonly LiveTab[];
  readonly watching: string | null;
  readonly isFollowing: boolean;
  readonly downloads: readonly LiveDownload[];
  readonly cursor: string;
  /** What last went wrong; null again once connected. */
  readonly error: ErrorData | null;
  /** Why there is nothing more to see. */
  readonly closeReason: string | null;
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

/** Turns what the server says into changes of the state. */
export class Receiver {
  readonly #tabs = new Map<string, TabState>();

  /** The state of a tab that may not be the watched one: a picture can come before the word that it is now watched. */
  tab(id: string): TabState {
    return this.#tabs.get(id) ?? UNKNOWN_TAB;
  }

  receive(state: ViewerState, message: LiveMessage): Partial<ViewerState> {
    switch (message.type) {
      case 'hello':
        // What was open in the tabs may have been answered in the meantime; the server says what still is.
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
        // What is open in a tab is told to those who watch it, and told again when they turn to it.
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

  /** Takes what the person has answered off the screen, without waiting for the server's word. */
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
