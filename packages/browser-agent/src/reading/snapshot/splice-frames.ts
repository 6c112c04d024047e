/** Puts the snapshots of child frames below the lines of their iframes, at their depth. */
export function spliceFrames(tree: string, frames: ReadonlyMap<string, string>): string {
  if (frames.size === 0) return tree;
  return tree
    .split('\n')
    .flatMap((line) => {
      const ref = /^ *- iframe\b.*\[ref=([a-z0-9]+)\]$/.exec(line)?.[1];
      const inner = ref === undefined ? undefined : frames.get(ref);
      if (!inner) return [line];
      const indent = `${/^ */.exec(line)?.[0] ?? ''}  `;
      return [line, ...inner.split('\n').map((innerLine) => indent + innerLine)];
    })
    .join('\n');
}
