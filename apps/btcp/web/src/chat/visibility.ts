/** Reports whether a person can see the element: it is scrolled into view, and the page is not in the background. */
export function onVisible(element: Element, changed: (isVisible: boolean) => void): void {
  let isInView = true;
  let last = true;
  const update = () => {
    const isVisible = isInView && !document.hidden;
    if (isVisible !== last) changed(isVisible);
    last = isVisible;
  };
  new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? true;
    update();
  }).observe(element);
  document.addEventListener('visibilitychange', update);
}
