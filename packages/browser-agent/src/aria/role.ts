const ROLE_OF_TAG: Record<string, string> = {
  ARTICLE: 'article',
  BUTTON: 'button',
  DIALOG: 'dialog',
  FORM: 'form',
  LI: 'listitem',
  MAIN: 'main',
  NAV: 'navigation',
  OL: 'list',
  SELECT: 'combobox',
  TABLE: 'table',
  TEXTAREA: 'textbox',
  UL: 'list',
};

const ROLE_OF_INPUT: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

/** The role of an element, or undefined for one that only wraps others. */
export function roleOf(element: Element): string | undefined {
  const explicit = element.getAttribute('role')?.trim().split(/\s+/)[0];
  if (explicit) return explicit;
  const tag = element.tagName;
  if (/^H[1-6]$/.test(tag)) return 'heading';
  if (tag === 'A') return element.hasAttribute('href') ? 'link' : undefined;
  if (tag === 'IMG') return element.getAttribute('alt') === '' ? undefined : 'img';
  if (tag === 'INPUT') {
    const type = element.getAttribute('type')?.toLowerCase() ?? 'text';
    return type === 'hidden' ? undefined : (ROLE_OF_INPUT[type] ?? 'textbox');
  }
  return ROLE_OF_TAG[tag];
}

const CONTROL_ROLES = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'textbox',
]);

export function isControl(role: string): boolean {
  return CONTROL_ROLES.has(role);
}
