import { attribute, childOfTag, filledAttribute, hasAttribute, tagOf } from '../../dom/nodes.js';

export type NativeName = { elements: readonly Element[] } | { text: string } | undefined;

export function nativeName(element: Element, labels: readonly Element[]): NativeName {
  const tag = tagOf(element);
  if (labels.length > 0) return { elements: labels };
  switch (tag) {
    case 'input':
      return inputName(element);
    case 'img':
    case 'area':
    case 'svg:image':
      return textName(attribute(element, 'alt') ?? undefined);
    case 'optgroup':
    case 'option':
    case 'track':
      return textName(filledAttribute(element, 'label'));
    case 'fieldset':
      return elementName(childOfTag(element, 'legend'));
    case 'table':
      return elementName(childOfTag(element, 'caption'));
    case 'svg:a':
      return elementName(childOfTag(element, 'svg:title')) ?? textName(filledAttribute(element, 'xlink:title'));
    default:
      return tag.startsWith('svg:') ? elementName(childOfTag(element, 'svg:title')) : undefined;
  }
}

function inputName(element: Element): NativeName {
  switch (attribute(element, 'type')?.toLowerCase()) {
    case 'submit':
      return textName(attribute(element, 'value') ?? 'Submit');
    case 'reset':
      return textName(attribute(element, 'value') ?? 'Reset');
    case 'button':
      return textName(filledAttribute(element, 'value'));
    case 'image':
      return textName(
        filledAttribute(element, 'alt') ??
          filledAttribute(element, 'value') ??
          filledAttribute(element, 'title') ??
          (hasAttribute(element, 'alt') ? undefined : 'Submit'),
      );
    case 'file':
      return textName(filledAttribute(element, 'title') ?? 'Choose File');
    default:
      return undefined;
  }
}

function textName(text: string | undefined): NativeName {
  return text === undefined ? undefined : { text };
}

function elementName(element: Element | undefined): NativeName {
  return element && { elements: [element] };
}
