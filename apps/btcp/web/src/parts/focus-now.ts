/** As a `ref`: whoever opened this wants to type into it, or answer it with Enter. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus();
}
