// How a page of the site looks.
import { NAVIGATION } from './navigation.mjs';

/**
 * @param {object} page
 * @param {string} page.file
 * @param {string} page.title
 * @param {string} page.body
 * @param {(target: string) => string} page.address of another page, from this one
 */
export function renderPage({ file, title, body, address }) {
  const menu = NAVIGATION.map(([section, pages]) => {
    const items = pages.map(([name, target]) => {
      const current = target === file ? ' aria-current="page"' : '';
      return `<li><a href="${address(target)}"${current}>${name}</a></li>`;
    });
    return `<h2>${section}</h2><ul>${items.join('')}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · BTCP</title>
<link rel="stylesheet" href="${address('site.css')}">
<script type="module" src="${address('search.js')}" data-root="${address('site.css').replace('site.css', '')}"></script>
</head>
<body>
<header><a class="name" href="${address('docs/index.md')}">BTCP</a><search><input type="search" placeholder="Search (press /)" aria-label="Search"><ol hidden></ol></search></header>
<nav aria-label="Pages">${menu.join('')}</nav>
<main>${body}</main>
</body>
</html>
`;
}
