import { BtcpError, type PageChanges, type PageWhere } from '@btcp/protocol';
import { followNavigation } from '../../acting/navigation/follow-navigation.js';
import { TargetWindow } from '../../acting/page/target-window.js';
import { titleOf } from '../../dom/nodes.js';
import { readChanges } from '../../reading/snapshot/read-changes.js';
import { SnapshotMemory } from '../../reading/snapshot/snapshot-memory.js';

/** Which window and document an agent drives. */
export interface BrowserAgentConfig {
  /** The window or same-origin frame to drive; defaults to the window that runs this code. */
  targetWindow?: Window | undefined;
  /** The document to drive, and later documents of its window; overrides `targetWindow`. */
  targetDocument?: Document | undefined;
  autoLaunch?: boolean | undefined;
}

const MAX_CHANGES = 2_000;

/** The page of a BrowserAgent: open or closed, read at any time, acted on by one action after the other. */
export class DrivenPage {
  readonly memory = new SnapshotMemory();
  readonly #target: TargetWindow;
  readonly #autoLaunch: boolean;
  #launched = false;
  #closed = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ targetWindow, targetDocument, autoLaunch = true }: BrowserAgentConfig = {}) {
    const window = targetDocument ? targetDocument.defaultView : (targetWindow ?? globalThis.window);
    if (!window) {
      throw new BtcpError(
        'unsupported',
        targetDocument ? 'The document is not shown in any window.' : 'There is no window here.',
        {
          hint: 'Pass targetWindow or targetDocument, or run in a page.',
        },
      );
    }
    this.#target = new TargetWindow(window);
    const { refs } = this.#target;
    refs.heirs = () => this.memory.traces.inherit(refs);
    this.#autoLaunch = autoLaunch;
  }

  async launch(): Promise<void> {
    void this.#target.document;
    this.#launched = true;
    this.#closed = false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#launched = false;
    await this.#last;
  }

  // Empty if the page in the window cannot be read.
  where(): PageWhere {
    try {
      const { document } = this.#target;
      return { url: document.URL, title: titleOf(document) };
    } catch {
      return { url: '', title: '' };
    }
  }

  async changes(): Promise<PageChanges[] | undefined> {
    if (!this.memory.last({})) return undefined;
    try {
      const { document, refs } = this.#target;
      return readChanges(document, refs, this.memory, MAX_CHANGES);
    } catch {
      // The action is done, even if the new page cannot be read.
      return undefined;
    }
  }

  async read<T>(run: (target: TargetWindow) => T | Promise<T>): Promise<T> {
    await this.#ready();
    return run(this.#target);
  }

  // Actions that change the page run one after the other, in the order of their calls.
  act<T>(run: (target: TargetWindow) => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      await this.#ready();
      return followNavigation(this.#target, run);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #ready(): Promise<void> {
    if (this.#launched) return;
    if (this.#closed || !this.#autoLaunch) {
      throw new BtcpError('browser_unavailable', `This BrowserAgent is ${this.#closed ? 'closed' : 'not launched'}.`, {
        hint: 'Call launch() first.',
      });
    }
    await this.launch();
  }
}
