import { attribute, flatAncestor, hasAttribute, tagOf } from '../../dom/nodes.js';

export function isNativelyDisabled(element: Element): boolean {
  const tag = tagOf(element);
  if (tag === 'option') {
    return hasAttribute(element, 'disabled') || !!flatAncestor(element, isDisabledOptionGroup);
  }
  if (!DISABLEABLE.has(tag)) return false;
  try {
    return element.matches(':disabled');
  } catch {
    return hasAttribute(element, 'disabled');
  }
}

const DISABLEABLE = new Set(['button', 'fieldset', 'input', 'optgroup', 'select', 'textarea']);

function isDisabledOptionGroup(ancestor: Element): boolean {
  return tagOf(ancestor) === 'optgroup' && hasAttribute(ancestor, 'disabled');
}

export function isFocusable(element: Element): boolean {
  if (isNativelyDisabled(element)) return false;
  if (hasTabIndex(element) || isEditingHost(element)) return true;
  switch (tagOf(element)) {
    case 'a':
    case 'area':
    case 'svg:a':
      return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href');
    case 'input':
      return attribute(element, 'type')?.toLowerCase() !== 'hidden';
    case 'button':
    case 'select':
    case 'textarea':
    case 'iframe':
      return true;
    case 'audio':
    case 'video':
      return hasAttribute(element, 'controls');
    case 'summary':
      return isDetailsSummary(element);
    default:
      return false;
  }
}

export function isDetailsSummary(element: Element): boolean {
  const parent = element.parentElement;
  return !!parent && tagOf(parent) === 'details' && parent.querySelector(':scope > summary') === element;
}

export function hasTabIndex(element: Element): boolean {
  const value = attribute(element, 'tabindex');
  return value !== null && /^\s*[-+]?\d/.test(value);
}

export function isEditingHost(element: Element): boolean {
  const value = attribute(element, 'contenteditable');
  return value !== null && value.toLowerCase() !== 'false';
}
