// Links between pages are written for a code host. The site has other addresses, and leaves the code where it is.
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const IS_PAGE = /^(?:docs\/.+|site\/api\/.+|(?:packages|apps|examples)\/[^/]+\/README|[A-Z]+)\.md$/;

/**
 * @param {string} file of a page, within the repository
 * @returns {string} the file that the site makes its page of
 */
export function addressOf(file) {
  return file
    .replace(/^(?:docs|site)\//, '')
    .replace(/\/README\.md$/, '.md')
    .replace(/^[A-Z]+\.md$/, (name) => name.toLowerCase());
}

/**
 * Makes links to pages lead within the site, and links to anything else to the code host.
 * @param {import('vitepress').MarkdownRenderer} markdown
 * @param {string} repository address of the code host
 */
export function linkPages(markdown, repository) {
  markdown.core.ruler.push('link_pages', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href');
      if (token.type !== 'link_open' || href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
      token.attrSet('href', goalOf(env.realPath ?? env.path, href, repository));
    }
  });
}

/**
 * @param {string} page path of the page that links
 * @param {string} href
 * @param {string} repository
 */
function goalOf(page, href, repository) {
  const [path = '', anchor] = href.split('#');
  const target = normalize(join(dirname(page), decodeURI(path)))
    .replace(root, '')
    .replace(/\/$/, '');
  const file = existsSync(join(root, target, 'README.md')) ? `${target}/README.md` : target;
  if (!IS_PAGE.test(file)) return `${repository}/blob/main/${target}`;
  return `/${addressOf(file)}${anchor === undefined ? '' : `#${anchor}`}`;
}
