import { renderToString } from 'vue/server-renderer';
import { createPage, type Settings, type Source } from './app.ts';

/** The page as a server renders it. */
export function render(source: Source, settings: Settings): Promise<string> {
  return renderToString(createPage(source, settings, true).app);
}
