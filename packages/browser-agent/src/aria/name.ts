/** What assistive technology calls the element; empty when it has no name. */
export function nameOf(element: Element, role: string): string {
  return collapse(
    element.getAttribute('aria-label') ??
      labelText(element) ??
      element.getAttribute('alt') ??
      (NAMED_BY_CONTENT.has(role) ? element.textContent : undefined) ??
      element.getAttribute('title') ??
      element.getAttribute('placeholder') ??
      '',
  );
}

const NAMED_BY_CONTENT = new Set(['button', 'heading', 'link']);

function labelText(element: Element): string | undefined {
  const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null;
  if (!labels || labels.length === 0) return undefined;
  return [...labels].map((label) => label.textContent).join(' ');
}

export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
