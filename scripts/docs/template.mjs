// How a page of the site looks.
import { NAVIGATION } from './navigation.mjs';

const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="2" width="14" height="12" rx="3" fill="#c2410c"/><path d="M1 6h14" stroke="#fff"/><path d="m6 8 5 2-2 1-1 2z" fill="#fff"/></svg>')}`;

/**
 * @typedef {{ depth: number, anchor: string, title: string }} Heading
 *
 * @param {object} page
 * @param {string} page.file
 * @param {string} page.title
 * @param {string} page.body
 * @param {Heading[]} page.headings
 * @param {(target: string) => string} page.address of another page, from this one
 */
export function renderPage({ file, title, body, headings, address }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'BTCP' ? title : `${title} · BTCP`}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${address('site.css')}">
<script type="module" src="${address('site.js')}" data-root="${address('site.css').replace('site.css', '')}"></script>
</head>
<body>
<header><a class="name" href="${address('docs/index.md')}">BTCP</a><search><input type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off"><ol hidden></ol></search></header>
<nav class="pages" aria-label="Pages"><details open><summary>Menu</summary>${menu(file, address)}</details></nav>
<main>${body}${neighbours(file, address)}</main>
${contents(headings)}
</body>
</html>
`;
}

/**
 * @param {string} file
 * @param {(target: string) => string} address
 */
function menu(file, address) {
  // The reference of a package stands below the list of them.
  const current = file.startsWith('docs/api/') ? 'docs/api/index.md' : file;
  return NAVIGATION.map(([section, pages]) => {
    const items = pages.map(([name, target]) => {
      const mark = target === current ? ' aria-current="page"' : '';
      return `<li><a href="${address(target)}"${mark}>${name}</a></li>`;
    });
    return `<h2>${section}</h2><ul>${items.join('')}</ul>`;
  }).join('');
}

/**
 * The pages before and after this one, for people who read on.
 * @param {string} file
 * @param {(target: string) => string} address
 */
function neighbours(file, address) {
  const pages = NAVIGATION.flatMap(([, members]) => members);
  const index = pages.findIndex(([, target]) => target === file);
  if (index < 0) return '';
  const link = (/** @type {number} */ at, /** @type {string} */ relation) => {
    const [name, target] = pages[at] ?? [];
    return name && target ? `<a rel="${relation}" href="${address(target)}">${name}</a>` : '';
  };
  return `<footer>${link(index - 1, 'prev')}${link(index + 1, 'next')}</footer>`;
}

/** @param {Heading[]} headings */
function contents(headings) {
  const parts = headings.filter(({ depth }) => depth === 2);
  if (parts.length < 2) return '';
  const items = parts.map(({ anchor, title }) => `<li><a href="#${anchor}">${escapeHtml(title)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
