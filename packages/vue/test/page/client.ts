import { type App, version } from 'vue';
import { createPage, type Settings, type Source, statuses } from './app.ts';

const container = document.createElement('main');
document.body.append(container);
let app: App | undefined;
let settings: Settings | undefined;

// What the test has in its hands.
const page = {
  version,
  statuses,
  mount(source: Source, given: Settings): void {
    ({ app, settings } = createPage(source, given));
    app.mount(container);
  },
  change(changed: Partial<Settings>): void {
    Object.assign(settings ?? {}, changed);
  },
  unmount(): void {
    app?.unmount();
  },
  /** Takes over what a server has rendered; gives what Vue had to say about differences. */
  hydrate(html: string, source: Source, given: Settings): string[] {
    const problems: string[] = [];
    console.warn = (...words) => problems.push(words.join(' '));
    console.error = console.warn;
    container.innerHTML = html;
    ({ app, settings } = createPage(source, given, true));
    app.mount(container);
    return problems;
  },
};

export type TestPage = typeof page;

Object.assign(globalThis, { page });
