export function urlMatches(url: string, pattern: string | RegExp): boolean {
  if (typeof pattern !== 'string') return pattern.test(url);
  if (url.includes(pattern)) return true;
  const written = /^\/(.+)\/([a-z]*)$/.exec(pattern);
  if (written?.[1] !== undefined) return asRegExp(written[1], written[2] ?? '')?.test(url) ?? false;
  return pattern.includes('*') && globToRegExp(pattern).test(url);
}

// `*` stays within a path segment, `**` crosses them; a glob that begins with `/` is matched from the path on.
function globToRegExp(glob: string): RegExp {
  const body = glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(glob.startsWith('/') ? `^[a-z]+://[^/]+${body}$` : `^${body}$`);
}

function asRegExp(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
