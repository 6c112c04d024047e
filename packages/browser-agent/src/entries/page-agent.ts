import {
  BtcpError,
  type ElementInfo,
  type ErrorData,
  labelOf,
  renderChanges,
  type SnapshotOptions,
} from '@btcp/protocol';
import type { ActionNeeds } from '../acting/actionability/assert-actionable.js';
import type { TextFormat } from '../acting/actions/read.js';
import type { ScrollOptions } from '../acting/actions/scroll.js';
import type { WaitOptions } from '../watching/wait/conditions.js';
import type { Observed as Seen } from '../watching/watch/page-watch.js';
import type { PointerTarget, ScriptAction, ScriptAnswer, ScriptCommand } from './page-script/commands.js';
import { PageScript } from './page-script/page-script.js';

/** An answer that survives the way out of the page, where exceptions lose their fields. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

type Labelled<T> = T & { element: string };

export interface Target extends PointerTarget {
  element: string;
}

export type Observed = Omit<Seen, 'focus'> & { focus?: Labelled<ElementInfo> };

export interface Glance {
  title: string;
  passwords: string[];
}

/** The page script with one method per command, until its callers use `call`. */
export class PageAgent extends PageScript {
  snapshot = (options: SnapshotOptions = {}) => this.#ask({ action: 'snapshot', ...options });
  changes = (maxSize: number) =>
    this.#ask({ action: 'changes', maxSize }, (changes) => (changes ? renderChanges(changes) : null));
  watch = () => this.#ask({ action: 'watch' });
  observed = () =>
    this.#ask(
      { action: 'observe', end: true },
      ({ focus, changes: _, ...rest }): Observed => ({
        ...rest,
        ...(focus ? { focus: labelled(focus) } : {}),
      }),
    );
  continueRefs = (prefix: string, last = 0) => this.#ask({ action: 'continueRefs', prefix, last });
  lookForHosts = () => this.#ask({ action: 'findShadowHosts' });
  get possibleHosts(): number {
    return this.possibleShadowHosts;
  }
  takePossibleHosts = () => this.takePossibleShadowHosts();
  takeSnapshotBack = () => this.#ask({ action: 'undoSnapshot' });
  inspect = (selector: string) => this.#ask({ action: 'inspect', selector });
  locate(selector: string): Answer<Element> {
    try {
      return { ok: true, value: this.element(selector) };
    } catch (thrown) {
      return { ok: false, error: BtcpError.from(thrown).toJSON() };
    }
  }
  target = (selector: string, needs?: ActionNeeds) => this.#ask({ action: 'target', selector, ...needs }, labelled);
  pressed = () => this.#ask({ action: 'pressed' }, (other) => (other ? `${labelOf(other)} (${other.ref})` : null));
  box = (selector: string) => this.#ask({ action: 'box', selector });
  focusForTyping = (selector: string, options: { clear?: boolean; origin?: string | undefined } = {}) =>
    this.#ask({ action: 'focusForTyping', selector, ...options }, labelled);
  focus = (selector: string) => this.#ask({ action: 'focusForKeys', selector }, labelled);
  focused = () => this.#ask({ action: 'focused' }, labelled);
  letGo = () => this.#ask({ action: 'releaseLocks' });
  rendered = () => this.#ask({ action: 'rendered' });
  changed = (ref: string, milliseconds: number) => this.#ask({ action: 'changed', ref, milliseconds });
  readBack = (selector: string) => this.#ask({ action: 'readBack', selector }, labelled);
  readTyped = (selector: string, text: string) => this.#ask({ action: 'readTyped', selector, text }, labelled);
  fill = (selector: string, value: string, options: { origin?: string | undefined } = {}) =>
    this.#ask({ action: 'fill', selector, value, ...options }, labelled);
  passwords = () => this.#ask({ action: 'state' }, ({ secrets }) => secrets);
  glance = () => this.#ask({ action: 'state' }, ({ title, secrets }): Glance => ({ title, passwords: secrets }));
  veil = (texts: readonly string[]) => this.#ask({ action: 'coverSecrets', texts });
  unveil = () => this.#ask({ action: 'uncoverSecrets' });
  select = (selector: string, values: string | readonly string[]) =>
    this.#ask({ action: 'select', selector, values: typeof values === 'string' ? values : [...values] }, labelled);
  scroll = (options: ScrollOptions = {}) => this.#ask({ action: 'scroll', ...options });
  leftToScroll = (options: ScrollOptions = {}) => this.#ask({ action: 'leftToScroll', ...options });
  getText = (selector: string, format: TextFormat = 'text') =>
    this.#ask({ action: 'getText', selector, format }, ({ text }) => text);
  getAttribute = (selector: string, attribute: string) =>
    this.#ask({ action: 'getAttribute', selector, attribute }, ({ value }) => value);
  isVisible = (selector: string) => this.#ask({ action: 'isVisible', selector }, ({ visible }) => visible);
  waitFor = (options: WaitOptions, id = '') => this.#ask({ action: 'waitFor', ...options, id });
  giveUp = (id: string) => this.#ask({ action: 'cancelWait', id });
  expectDrop = (selector: string) => this.#ask({ action: 'expectDrop', selector });
  hasDropped = () => this.#ask({ action: 'hasDropped' });
  fileInput = (selector: string) =>
    this.#ask({ action: 'fileInput', selector }, (input) => (input ? labelled(input) : null));

  async #ask<Action extends ScriptAction, T = ScriptAnswer<Action>>(
    command: ScriptCommand<Action>,
    shape: (answer: ScriptAnswer<Action>) => T = (answer) => answer as unknown as T,
  ): Promise<Answer<T>> {
    try {
      return { ok: true, value: shape(await this.run(command)) };
    } catch (thrown) {
      return { ok: false, error: BtcpError.from(thrown).toJSON() };
    }
  }
}

function labelled<T extends ElementInfo>(info: T): Labelled<T> {
  return { ...info, element: labelOf(info) };
}
