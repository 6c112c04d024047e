/**
 * Runs in a page: posts the words that a person sees and the controls, each of which gets a number that can be read
 * back. It knows nothing of how we read pages.
 */
export function describePage() {
  const isSeen = (/** @type {Element} */ element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    const seen = element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    return seen && width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
  };
  /** @type {Set<string>} */
  const words = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!parent || parent.closest('script, style, noscript, select, textarea') || !isSeen(parent)) continue;
    for (const word of (text.textContent ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) words.add(word);
  }
  const controls = [
    ...document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [onclick], [contenteditable=true], [role=button], [role=link], [role=tab], [role=menuitem], [role=checkbox], [role=treeitem]',
    ),
  ].filter(
    (element) => isSeen(element) && !element.matches(':disabled') && getComputedStyle(element).pointerEvents !== 'none',
  );
  controls.forEach((control, index) => {
    // A click on what is inside reaches the control, too.
    for (const element of [control, ...control.querySelectorAll('*')]) {
      const before = element.getAttribute('data-held-out');
      element.setAttribute('data-held-out', before === null ? String(index) : `${before} ${index}`);
    }
  });
  const described = controls
    .map((control) => control.cloneNode(false))
    .map((copy) => /** @type {Element} */ (copy).outerHTML);
  return fetch('/facts', {
    method: 'POST',
    body: JSON.stringify({ words: [...words], controls: described.map((html) => html.slice(0, 150)) }),
  }).then(() => 'posted');
}
