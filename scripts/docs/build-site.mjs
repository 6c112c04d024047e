// `npm run docs:build`: the pages of `docs`, the READMEs and the reference of every package as a site in `docs/dist`.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { createHighlighter } from 'shiki';
import { publishedWorkspaces } from '../pack.mjs';
import { apiReference } from './api-reference.mjs';
import { anchorOf, markdownFiles } from './markdown.mjs';
import { renderPage } from './template.mjs';

const LANGUAGES = ['ts', 'tsx', 'js', 'html', 'json', 'sh', 'console', 'vue', 'svelte', 'toml'];
const THEMES = { light: 'github-light', dark: 'github-dark' };

/**
 * @param {string} root of the repository
 * @param {string} folder to make
 * @returns {Promise<string>} how many pages there are
 */
export async function buildSite(root, folder = join(root, 'docs/dist')) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = pagesOf(root);
  const highlighter = await createHighlighter({ themes: Object.values(THEMES), langs: LANGUAGES });
  /** @type {{ title: string, page: string, address: string, text: string }[]} */
  const index = [];
  for (const [file, text] of sources) {
    const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? file;
    const address = (/** @type {string} */ target) => relative(dirname(placeOf(file)), placeOf(target)) || './';
    /** @type {import('./template.mjs').Heading[]} */
    const headings = [];
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth, text: words }) {
          const wanted = anchorOf(words);
          const same = headings.filter(({ anchor: taken }) => taken.replace(/-\d+$/, '') === wanted).length;
          const anchor = same === 0 ? wanted : `${wanted}-${same}`;
          const plain = words.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
          headings.push({ depth, anchor, title: plain });
          const sign = depth === 1 ? '' : `<a class="anchor" href="#${anchor}" aria-label="Link to this part">#</a>`;
          return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}${sign}</h${depth}>\n`;
        },
        link({ href, tokens }) {
          const words = this.parser.parseInline(tokens);
          const goal = goalOf(file, href, sources);
          // What is no page of the site is a file of the repository.
          return goal === undefined
            ? `<code>${words.replaceAll(/<\/?code>/g, '')}</code>`
            : `<a href="${goal}">${words}</a>`;
        },
        code({ text: code, lang = '' }) {
          return highlighter.codeToHtml(code, {
            lang: LANGUAGES.includes(lang) ? lang : 'text',
            themes: THEMES,
            defaultColor: false,
          });
        },
      },
    });
    const body = await marked.parse(text.replaceAll(/<!--[\s\S]*?-->\n*/g, ''));
    const texts = body
      .split(/<h\d id=/)
      .slice(1)
      .map(plainText);
    for (const [at, { anchor, title: heading }] of headings.entries()) {
      index.push({ title: heading, page: title, address: `${placeOf(file)}#${anchor}`, text: texts[at] ?? '' });
    }
    const goal = join(folder, placeOf(file));
    mkdirSync(dirname(goal), { recursive: true });
    writeFileSync(goal, renderPage({ file, title, body, headings, address }));
  }
  writeFileSync(join(folder, 'search.json'), JSON.stringify(index));
  cpSync(fileURLToPath(new URL('assets', import.meta.url)), folder, { recursive: true });
  cpSync(join(root, 'docs/images'), join(folder, 'docs/images'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><meta http-equiv="refresh" content="0; url=docs/">\n');
  return `${sources.size} pages`;
}

/**
 * @param {string} root
 * @returns {Map<string, string>} the Markdown of each page, by its path
 */
function pagesOf(root) {
  const pages = new Map(markdownFiles(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const references = publishedWorkspaces(root).flatMap((folder) => {
    const text = apiReference(root, folder);
    return text ? [{ folder, name: folder.replace('packages/', ''), text }] : [];
  });
  for (const { name, text } of references) pages.set(`docs/api/${name}.md`, text);
  const rows = references.map(({ folder, name, text }) => {
    const readme = existsSync(join(root, folder, 'README.md')) ? `[guide](../../${folder}/README.md)` : '';
    const [, title, description] = /^# (.+): reference\n\n(.+)/.exec(text) ?? [];
    return `| [\`${title}\`](${name}.md) | ${description} | ${readme} |`;
  });
  pages.set('docs/api/index.md', `# Packages\n\n| reference | | |\n| --- | --- | --- |\n${rows.join('\n')}\n`);
  return pages;
}

/**
 * The words of a part of a page, to be searched.
 * @param {string} html
 */
function plainText(html) {
  return html
    .replace(/^[^>]*>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&\w+;|\s+/g, ' ')
    .toLowerCase();
}

/**
 * Where a page lies within the site.
 * @param {string} file
 */
function placeOf(file) {
  // The front page is that of the docs.
  if (file === 'README.md') return 'readme.html';
  return file.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
}

/**
 * @param {string} file that links
 * @param {string} href
 * @param {Map<string, string>} sources
 */
function goalOf(file, href, sources) {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = normalize(join(dirname(file), path)).replace(/\/$/, '');
  const page = [target, `${target}/README.md`, `${target}/index.md`].find((each) => sources.has(each));
  if (page === undefined) return undefined;
  return relative(dirname(placeOf(file)), placeOf(page)) + (anchor ? `#${anchor}` : '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await buildSite(fileURLToPath(new URL('../..', import.meta.url))));
}
