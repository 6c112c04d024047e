import { frameDocument } from '../../dom/frames.js';
import { shadowRootOf } from '../../dom/nodes.js';
import { isElement, isTag } from '../../dom/tags.js';

const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'svg', 'canvas', 'head', 'select', 'textarea']);
const INLINE_DISPLAY = /^(?:inline|contents|ruby|math|block math)/;

export function toMarkdown(element: Element): string {
  return tidy(blockOf(element));
}

function tidy(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function childrenOf(element: Element): Iterable<Node> {
  const frame = frameDocument(element);
  if (frame?.body) return [frame.body];
  if (isTag(element, 'slot')) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return (shadowRootOf(element) ?? element).childNodes;
}

function content(element: Element): string {
  let text = '';
  for (const node of childrenOf(element)) {
    const words = node.nodeType === 3 ? (node.textContent ?? '').replace(/\s+/g, ' ') : '';
    // A line does not begin with the space between tags.
    text += isElement(node) ? markdownOf(node) : /(?:^|\n)$/.test(text) ? words.trimStart() : words;
  }
  return text;
}

function markdownOf(element: Element): string {
  const tag = element.localName;
  if (SKIPPED.has(tag) || element.getAttribute('aria-hidden') === 'true') return '';
  const { display, visibility } = getComputedStyle(element);
  if (display === 'none' || visibility === 'hidden') return '';
  if (tag === 'br') return '\n';
  if (tag === 'hr') return '\n\n---\n\n';
  return inlineOf(element) ?? (INLINE_DISPLAY.test(display) ? content(element) : `\n\n${blockOf(element)}\n\n`);
}

function inlineOf(element: Element): string | undefined {
  const tag = element.localName;
  if (tag === 'img') return element.getAttribute('alt') ? `![${element.getAttribute('alt')}]` : '';
  if (tag === 'code' && !element.closest('pre')) return `\`${(element.textContent ?? '').trim()}\``;
  if (tag === 'strong' || tag === 'b') return around('**', content(element));
  if (tag === 'em' || tag === 'i') return around('_', content(element));
  if (isTag(element, 'a') && element.href) {
    const text = content(element).replace(/\s+/g, ' ').trim();
    return text ? `[${text}](${element.href})` : '';
  }
  return undefined;
}

function around(mark: string, text: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return words ? `${before}${mark}${words}${mark}${after}` : text;
}

function blockOf(element: Element): string {
  const tag = element.localName;
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level) return `${'#'.repeat(Number(level))} ${content(element).replace(/\s+/g, ' ').trim()}`;
  if (tag === 'pre') return `\`\`\`\n${(element.textContent ?? '').replace(/\n$/, '')}\n\`\`\``;
  if (tag === 'blockquote') return prefixed(tidy(content(element)), '> ', '> ');
  if (tag === 'ul' || tag === 'ol') return listOf(element, tag === 'ol');
  if (isTag(element, 'table')) return tableOf(element);
  return content(element);
}

function listOf(list: Element, isOrdered: boolean): string {
  return [...list.children]
    .map((item) => ({ item, text: tidy(markdownOf(item)) }))
    .filter(({ text }) => text !== '')
    .map(({ text }, index) => {
      const mark = isOrdered ? `${index + 1}. ` : '- ';
      return prefixed(text.replace(/\n\n(?=(?:- |\d+\. ))/g, '\n'), mark, ' '.repeat(mark.length));
    })
    .join('\n');
}

function tableOf(table: HTMLTableElement): string {
  const rows = [...table.rows]
    .filter((row) => row.checkVisibility())
    .map((row) =>
      [...row.cells].map((cell) =>
        tidy(content(cell))
          .replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
          .replaceAll('|', '\\|'),
      ),
    );
  const [first, ...rest] = rows;
  if (!first) return '';
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(first), line(first.map(() => '---')), ...rest.map(line)].join('\n');
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : line === '' && others.trim() === '' ? '' : others) + line)
    .join('\n');
}
