/** A `ref` callback that takes the focus. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus();
}
