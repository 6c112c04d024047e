// Finds the parts of all pages by their words, copies code, and folds the menu where there is no room for it.
const input = /** @type {HTMLInputElement} */ (document.querySelector('search input'));
const list = /** @type {HTMLOListElement} */ (document.querySelector('search ol'));
const menu = /** @type {HTMLDetailsElement} */ (document.querySelector('.pages details'));
const root = /** @type {HTMLScriptElement} */ (document.querySelector('script[data-root]')).dataset.root ?? '';

/** @typedef {{ title: string, page: string, address: string, text: string }} Part */

/** @type {Promise<Part[]> | undefined} */
let parts;

const isNarrow = matchMedia('(width < 52rem)');
const foldMenu = () => {
  menu.open = !isNarrow.matches;
};
isNarrow.addEventListener('change', foldMenu);
foldMenu();

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeList();
  if (event.key !== '/' || event.target === input) return;
  event.preventDefault();
  input.focus();
});
document.addEventListener('click', ({ target }) => {
  if (target instanceof Node && !list.parentElement?.contains(target)) closeList();
});
input.addEventListener('input', showMatches);
input.addEventListener('focus', showMatches);
list.parentElement?.addEventListener('keydown', (event) => {
  /** @type {(Element | null)[]} */
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Enter' && at < 0) list.querySelector('a')?.click();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const next = event.key === 'ArrowDown' ? Math.min(at + 1, links.length - 1) : at - 1;
  const goal = links[next];
  (goal instanceof HTMLElement ? goal : input).focus();
});

function closeList() {
  list.hidden = true;
}

async function showMatches() {
  // The index is loaded with the first look for something.
  parts ??= fetch(`${root}search.json`).then((response) => response.json());
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
  /** The words in the heading come before those on the same page, and those before words in the text. */
  const rank = (/** @type {Part} */ { title, page, text }) =>
    [title, `${title} ${page}`, `${title} ${text}`].findIndex(fits);
  const found = (await parts).filter((part) => rank(part) >= 0).sort((one, other) => rank(one) - rank(other));
  list.replaceChildren(...found.slice(0, 12).map(resultItem));
  if (found.length === 0) list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }));
  list.hidden = words.length === 0;
}

/** @param {Part} part */
function resultItem({ title, page, address }) {
  const link = Object.assign(document.createElement('a'), { href: root + address, textContent: title });
  if (title !== page) link.append(Object.assign(document.createElement('small'), { textContent: page }));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

for (const block of document.querySelectorAll('main pre')) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  // Beside the block, which scrolls.
  const frame = Object.assign(document.createElement('div'), { className: 'code' });
  block.replaceWith(frame);
  frame.append(block, button);
}
