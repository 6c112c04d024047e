/** Scrolls a list until it shows an element of it, and nothing around the list. */
export function scrollWithin(list: Element, element: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  list.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
  list.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}
