import { isElement, tagOf } from '../../dom/nodes.js';

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class Screen {
  readonly #clips: { element: Element | undefined; area: Area }[];
  readonly #range: Range;

  constructor(document: Document) {
    const { innerWidth = 0, innerHeight = 0 } = document.defaultView ?? {};
    this.#clips = [{ element: undefined, area: { left: 0, top: 0, right: innerWidth, bottom: innerHeight } }];
    this.#range = document.createRange();
  }

  enter(element: Element, style: CSSStyleDeclaration | undefined): void {
    const tag = tagOf(element);
    const isFrame = tag === 'iframe' || tag === 'frame';
    if (tag === 'html' || tag === 'body' || (!isFrame && (!style || style.overflow === 'visible'))) return;
    const box = element.getBoundingClientRect();
    const area = intersect(this.#area, box);
    this.#clips.push({ element, area: isFrame ? move(area, -box.left, -box.top) : area });
  }

  leave(element: Element): void {
    if (this.#clips.at(-1)?.element === element) this.#clips.pop();
  }

  shows(node: Element | Text): boolean {
    const box = isElement(node) ? node.getBoundingClientRect() : this.#boxOf(node);
    const { left, top, right, bottom } = intersect(this.#area, box);
    return left < right && top < bottom;
  }

  get #area(): Area {
    return this.#clips.at(-1)?.area ?? { left: 0, top: 0, right: 0, bottom: 0 };
  }

  #boxOf(text: Text): DOMRect {
    this.#range.selectNodeContents(text);
    return this.#range.getBoundingClientRect();
  }
}

function intersect(one: Area, other: Area): Area {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

function move({ left, top, right, bottom }: Area, x: number, y: number): Area {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
