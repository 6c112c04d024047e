// Finds headings of all pages by their words. The list is loaded with the first key.
const input = /** @type {HTMLInputElement} */ (document.querySelector('search input'));
const list = /** @type {HTMLOListElement} */ (document.querySelector('search ol'));
const root = /** @type {HTMLScriptElement} */ (document.querySelector('script[data-root]')).dataset.root ?? '';

/** @type {Promise<{ title: string, page: string, address: string }[]> | undefined} */
let headings;

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === input) return;
  event.preventDefault();
  input.focus();
});
input.addEventListener('input', async () => {
  headings ??= fetch(`${root}search.json`).then((response) => response.json());
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
  const found = (await headings).filter(({ title, page }) => fits(`${title} ${page}`)).slice(0, 12);
  list.replaceChildren(
    ...found.map(({ title, page, address }) => {
      const link = document.createElement('a');
      link.href = root + address;
      link.textContent = title === page ? title : `${title} · ${page}`;
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  list.hidden = words.length === 0;
});
