type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) created.setAttribute(name, value === true ? '' : String(value));
  }
  created.append(...children);
  return created;
}

export function iconButton(icon: SVGElement, name: string, onclick: () => void, className = ''): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: `icon ${className}`, 'aria-label': name, title: name, onclick },
    icon,
  );
}

export function textButton(text: string, onclick: () => void, className = 'primary'): HTMLButtonElement {
  return element('button', { type: 'button', class: className, onclick }, text);
}

/** Enter in a field is what submits, and no form: the sandbox of a chat may forbid forms. */
export function isSubmit(event: Event): boolean {
  const { key, isComposing, target } = event as KeyboardEvent;
  const isField = target instanceof HTMLInputElement && target.type !== 'file';
  if (!isField || isComposing || key !== 'Enter') return false;
  event.preventDefault();
  return true;
}

export interface Part<State> {
  readonly root: HTMLElement;
  update(state: State): void;
}
