import type { ListedSession } from '@btcp/protocol';

const MAX_TITLE = 200;

export function driverOf(holder: { kind: string; name?: string } | undefined): ListedSession['driver'] {
  if (holder?.kind === 'viewer') return { kind: 'person', ...(holder.name ? { name: holder.name } : {}) };
  return { kind: holder?.kind === 'nobody' ? 'nobody' : 'agent' };
}

/** Names and titles come from programs and pages: one line, nothing that controls a terminal. */
export function plain(text: string, max = MAX_TITLE): string {
  return text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, max);
}

export function siteOf(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return '';
  return new URL(url).host.replace(/^www\./, '');
}

function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin } = new URL(url);
  return origin === 'null' ? '' : origin;
}

/** A page during a private step: only the site. */
export function hiddenPage(page: ListedSession['page']): ListedSession['page'] {
  return page && { title: '', url: originOf(page.url) };
}
