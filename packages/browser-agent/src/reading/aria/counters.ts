import { isElement } from '../../dom/nodes.js';

interface Counter {
  value: number;
  depth: number;
}

type Values = Map<string, number[]>;

/** Computed in one walk of the document, because no browser API exposes CSS counters. */
export function counterValues(document: Document): (element: Element, pseudo: string, name: string) => number[] {
  const known = new Map<Element, Map<string, Values>>();
  const counters = new Map<string, Counter[]>();
  const window = document.defaultView;
  const root = document.documentElement;
  let depth = 0;

  const scopeAt = (name: string) => {
    const stack = counters.get(name) ?? [];
    counters.set(name, stack);
    return stack;
  };

  function apply(style: CSSStyleDeclaration): void {
    for (const [name, value] of pairs(style.counterReset, 0)) {
      const stack = scopeAt(name);
      if (stack.at(-1)?.depth === depth) stack.pop();
      stack.push({ value, depth });
    }
    for (const [name, value] of pairs(style.counterIncrement, 1)) counterFor(name).value += value;
    for (const [name, value] of pairs(style.counterSet, 0)) counterFor(name).value = value;
  }

  function counterFor(name: string): Counter {
    const stack = scopeAt(name);
    let counter = stack.at(-1);
    if (!counter) {
      counter = { value: 0, depth };
      stack.push(counter);
    }
    return counter;
  }

  function record(element: Element, pseudo: string): void {
    const style = window?.getComputedStyle(element, pseudo);
    if (!style || style.content === 'none' || style.content === 'normal') return;
    apply(style);
    if (!style.content.includes('counter')) return;
    const values: Values = new Map([...counters].map(([name, stack]) => [name, stack.map(({ value }) => value)]));
    const ofElement = known.get(element) ?? new Map<string, Values>();
    known.set(element, ofElement.set(pseudo, values));
  }

  function enter(element: Element): void {
    const style = window?.getComputedStyle(element);
    if (style && style.display !== 'none') apply(style);
    depth++;
    record(element, '::marker');
    record(element, '::before');
  }

  function leave(element: Element): void {
    record(element, '::after');
    for (const stack of counters.values()) while (stack.at(-1)?.depth === depth) stack.pop();
    depth--;
  }

  let current: Element | null = root;
  while (current) {
    enter(current);
    if (current.firstElementChild) {
      current = current.firstElementChild;
      continue;
    }
    leave(current);
    while (current && current !== root && !current.nextElementSibling) {
      current = current.parentElement;
      if (isElement(current)) leave(current);
    }
    current = current === root ? null : (current?.nextElementSibling ?? null);
  }
  return (element, pseudo, name) => known.get(element)?.get(pseudo)?.get(name) ?? [];
}

function pairs(value: string, otherwise: number): [string, number][] {
  if (!value || value === 'none') return [];
  return [...value.matchAll(/(?<![-\w])([-\w]+)(?:\s+(-?\d+))?(?=\s|$)/g)].map(([, name = '', number]) => [
    name,
    number === undefined ? otherwise : Number(number),
  ]);
}
