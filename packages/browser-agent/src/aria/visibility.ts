/** Whether the element is rendered: no stylesheet, attribute or closed container hides it. */
export function isVisible(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
}
