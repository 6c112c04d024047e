export interface Pinned {
  hide(): void;
  show(): void;
}

/** Pinned elements of the document. Animations hide them without a trace in attributes or styles. */
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

// Sticky elements are pinned only while the page is scrolled past their place.
function isPinnedNow(element: HTMLElement): boolean {
  const { position, top, bottom } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (position === 'fixed') return true;
  return box.top <= Number.parseFloat(top) + 1 || box.bottom >= innerHeight - Number.parseFloat(bottom) - 1;
}
