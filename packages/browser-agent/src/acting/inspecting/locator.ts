import { Reading } from '../../reading/aria/reading.js';
import { locateAll } from '../../reading/refs/locate.js';
import type { Page } from '../page/page.js';

/** As Playwright writes it: what a person sees first, then what only the page knows. */
export function locatorOf(page: Page, element: Element): string {
  const reading = new Reading(page.document);
  const role = reading.role(element);
  const name = reading.name(element, role).trim();
  const test = element.getAttribute('data-testid');
  const said = JSON.stringify(name).slice(1, -1).replaceAll("'", "\\'");
  const byRole = `role=${role}[name=${JSON.stringify(name)}]`;
  const candidates: [string, string][] = [
    ...(test ? [[`testid=${JSON.stringify(test)}`, `getByTestId('${test}')`] as [string, string]] : []),
    ...(role && name ? [[byRole, `getByRole('${role}', { name: '${said}', exact: true })`] as [string, string]] : []),
    ...attributes(element),
  ];
  const unique = candidates.find(([selector]) => {
    const found = locateAll(page.document, page.refs, selector);
    return found.length === 1 && found[0] === element;
  });
  return unique ? unique[1] : `locator('${cssOf(element).replaceAll("'", "\\'")}')`;
}

function attributes(element: Element): [string, string][] {
  const known = [
    ['placeholder', 'getByPlaceholder'],
    ['alt', 'getByAltText'],
    ['title', 'getByTitle'],
  ] as const;
  return known.flatMap(([name, method]) => {
    const value = element.getAttribute(name);
    return value ? [[`${name}=${JSON.stringify(value)}`, `${method}('${value.replaceAll("'", "\\'")}')`]] : [];
  });
}

function cssOf(element: Element): string {
  const { id, parentElement } = element;
  const own = element.ownerDocument.defaultView;
  if (id && own) return `#${own.CSS.escape(id)}`;
  if (!parentElement) return element.localName;
  const index = [...parentElement.children].indexOf(element) + 1;
  return `${cssOf(parentElement)} > ${element.localName}:nth-child(${index})`;
}
