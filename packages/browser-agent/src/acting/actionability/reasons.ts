import { flatAncestors } from '../../dom/flat-tree.js';
import { areaBox, imageOf } from '../../dom/image-map.js';
import { isHtmlElement, isTag, viewOf } from '../../dom/tags.js';
import { describe } from '../../reading/aria/describe.js';
import { isVisible } from '../../reading/aria/visibility.js';

export function whyHidden(element: Element): string | undefined {
  if (isTag(element, 'option', 'optgroup') && boxesOf(element).length === 0) return 'it belongs to a closed select';
  if (isVisible(element)) return undefined;
  const view = viewOf(element);
  for (const ancestor of flatAncestors(element)) {
    const where = () => (ancestor === element ? '' : ` on ${describe(ancestor)}`);
    const style = view.getComputedStyle(ancestor);
    if (style.display === 'none') return `display: none${where()}`;
    if (ancestor === element) continue;
    if (isTag(ancestor, 'details') && !ancestor.open) return `${describe(ancestor)} is closed`;
    if (style.contentVisibility === 'hidden') return `content-visibility: hidden${where()}`;
  }
  const { visibility } = view.getComputedStyle(element);
  return visibility === 'visible' ? 'it has no size' : `visibility: ${visibility}`;
}

export function boxesOf(element: Element): DOMRect[] {
  const image = imageOf(element);
  if (image && isTag(element, 'area')) return [areaBox(element, image)].filter(isPainted);
  const boxes = [...element.getClientRects()].filter(isPainted);
  if (boxes.length > 0) return boxes;
  const content = element.ownerDocument.createRange();
  content.selectNodeContents(element);
  return [...content.getClientRects()].filter(isPainted);
}

function isPainted(box: DOMRect): boolean {
  return box.width > 0 && box.height > 0;
}

export function whyDisabled(element: Element): string | undefined {
  for (const ancestor of flatAncestors(element)) {
    const by = (culprit: Element) => (culprit === element ? '' : ` by ${describe(culprit)}`);
    if (isFormControl(ancestor) && ancestor.matches(':disabled')) {
      const own = ancestor.hasAttribute('disabled');
      return `disabled${by(own ? ancestor : (ancestor.closest('fieldset[disabled]') ?? ancestor))}`;
    }
    if (ancestor.getAttribute('aria-disabled') === 'true') return `disabled${by(ancestor)} (aria-disabled)`;
    if (isHtmlElement(ancestor) && ancestor.inert) return `inert${by(ancestor)}`;
  }
  return isTag(element, 'label') && element.control ? whyDisabled(element.control) : undefined;
}

// A disabled fieldset disables the controls in it, but not the links.
function isFormControl(element: Element): boolean {
  return isTag(element, 'button', 'input', 'select', 'textarea', 'option', 'optgroup');
}
