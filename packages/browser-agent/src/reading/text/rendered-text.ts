import { shadowRootOf } from '../../dom/nodes.js';
import { isHtmlElement, isTag } from '../../dom/tags.js';

export function renderedText(element: Element): string {
  // biome-ignore lint/performance/useDomNodeTextContent: only innerText knows what is rendered.
  const own = isHtmlElement(element) ? element.innerText : (element.textContent ?? '');
  const hosts = [element, ...element.querySelectorAll('*')].filter((each) => shadowRootOf(each));
  const shadows = hosts.flatMap((host) => [...(shadowRootOf(host)?.children ?? [])].filter(isRead).map(renderedText));
  return [own, ...shadows].filter(Boolean).join('\n');
}

function isRead(element: Element): boolean {
  return !isTag(element, 'style', 'script', 'template') && element.checkVisibility();
}
