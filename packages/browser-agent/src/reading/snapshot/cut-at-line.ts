import type { Line, Renderer } from './render.js';

const MOST_PARTS = 5;
/** What the notice itself may take. */
const NOTICE_SIZE = 300;

export interface Cut {
  lines: string[];
  truncated: boolean;
}

/** Keeps as many whole lines as fit, and says what was left out and how to get it. */
export function cutAtLine(lines: readonly Line[], maxSize: number, renderer: Renderer): Cut {
  const whole = lines.reduce((size, line) => size + line.text.length + 1, -1);
  if (whole <= maxSize) return { lines: lines.map(({ text }) => text), truncated: false };
  const budget = Math.max(0, maxSize - NOTICE_SIZE);
  let size = 0;
  let kept = 0;
  for (const line of lines) {
    size += line.text.length + 1;
    if (size > budget) break;
    kept++;
  }
  const shown = lines.slice(0, kept).map(({ text }) => text);
  const parts = leftOutParts(lines.slice(kept), renderer);
  const also = parts.length > 0 ? ` Left out: ${parts.join(', ')}. Read one with selector, or` : ' To see more,';
  const notice = `[cut: ${lines.length - kept} of ${lines.length} lines left out.${also} raise maxSize (${maxSize}).]`;
  return { lines: [...shown, notice], truncated: true };
}

/** The outermost parts that begin after the cut, each with a ref to read it by. */
function leftOutParts(lines: readonly Line[], renderer: Renderer): string[] {
  const nodes = lines.filter((line) => line.node !== undefined && line.node.children.length > 0);
  const depths = nodes.map((line) => line.depth).sort((one, other) => one - other);
  const deepest = depths[Math.min(MOST_PARTS, depths.length) - 1] ?? 0;
  return nodes
    .filter((line) => line.depth <= deepest)
    .slice(0, MOST_PARTS)
    .flatMap(({ node }) => {
      if (!node) return [];
      const name = node.name ? ` ${JSON.stringify(node.name.slice(0, 30))}` : '';
      return `${node.role}${name} @${renderer.refOf(node)}`;
    });
}
