/** What keeps its place on screen while the page scrolls. */
export interface Pinned {
  hide(): void;
  show(): void;
}

/** Finds what the document has pinned. It is hidden by animations, which leave neither attributes nor styles behind. */
export function createPinned(): Pinned {
  const candidates = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
    ['fixed', 'sticky'].includes(getComputedStyle(element).position),
  );
  let hidden: Animation[] = [];
  return {
    hide() {
      hidden = candidates.filter(isPinnedNow).map((element) => {
        const invisible = { visibility: 'hidden' };
        return element.animate([invisible, invisible], { duration: 1, fill: 'both' });
      });
    },
    show() {
      for (const animation of hidden.splice(0)) animation.cancel();
    },
  };
}

/** Sticky elements are pinned only while the page is scrolled past their place. */
function isPinnedNow(element: HTMLElement): boolean {
  const { position, top, bottom } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (position === 'fixed') return true;
  return box.top <= Number.parseFloat(top) + 1 || box.bottom >= innerHeight - Number.parseFloat(bottom) - 1;
}
