import { untilAborted } from '@btcp/protocol';
import type { ActionOutcome, Answer, CallOptions, PageInfo } from '@btcp/tools';
import type { PageState } from 'btcp-browser-agent';
import type { Acted, FirefoxTab } from './firefox-tab.js';
import type { FirefoxTabs } from './firefox-tabs.js';
import type { ScriptLink } from './script-link.js';

export abstract class FirefoxCalls {
  protected readonly openTabs: FirefoxTabs;

  // What the page line says of every page.
  readonly #conditions: Pick<PageInfo, 'network'>;

  constructor(tabs: FirefoxTabs, conditions: Pick<PageInfo, 'network'>) {
    this.openTabs = tabs;
    this.#conditions = conditions;
  }

  protected async change(
    selector: string,
    change: (link: ScriptLink) => Promise<{ value: Acted['acted'] }>,
    options: CallOptions,
  ): Promise<Answer<ActionOutcome>> {
    return this.act(async (tab) => ({ acted: (await change(await tab.watch(selector))).value }), options);
  }

  protected async act(act: (tab: FirefoxTab) => Promise<Acted>, options: CallOptions): Promise<Answer<ActionOutcome>> {
    const before = new Set(await this.openTabs.all());
    return this.in(async (tab) => {
      const outcome = await tab.perform(() => act(tab));
      const opened = (await this.openTabs.all()).filter((each) => !before.has(each));
      if (opened.length === 0) return outcome;
      const openedTabs = opened.map(({ id, page }) => ({ id, url: page.url(), title: '', active: false }));
      return { ...outcome, effects: { ...outcome.effects, openedTabs } };
    }, options);
  }

  protected async in<T>(run: (tab: FirefoxTab) => Promise<T>, options?: CallOptions): Promise<Answer<T>> {
    const tab = await this.openTabs.active();
    const value = await (options ? untilAborted(run(tab), options.signal) : run(tab));
    const now = await this.openTabs.active();
    const state: PageState | undefined = await now.state().catch(() => undefined);
    return { value, page: { ...now.info(state), ...this.#conditions }, secrets: state?.secrets ?? [] };
  }
}
