import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConnectedBrowser } from '../../../src/contract/types.ts';
import { Segments } from '../parts/segments.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { layout } from '../state/layout.ts';
import { openPage } from '../state/open-page.ts';
import { goOn } from '../state/page-calls.ts';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';
import { GonePage } from './gone-page.tsx';
import { PageCalls } from './page-calls.tsx';
import { PageText } from './page-text.tsx';

const SIDES = { conversation: 'Calls', browser: 'Page' };

export function ConnectedPage({ name }: { name: string }) {
  const connected = useStore(workspace, (value) => value.connected);
  const page = connected.find(({ session }) => session === name);
  const last = useLast(name, page);
  const side = useStore(layout, (value) => value.side);
  const target = useMemo(() => openPage(name), [name]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => target.know(page !== undefined && page.browserTools.length > 0), [target, page]);
  useNextPage(name, page, last, connected);
  const title = last?.title || last?.url || 'Connected page';
  useEffect(() => {
    document.title = `${title} · BTCP`;
  }, [title]);
  if (!last) return <GonePage title="Connected page" />;

  const fillIn = (ref: string) => {
    const field = form.current?.elements.namedItem('selector');
    if (!(field instanceof HTMLInputElement)) return;
    field.value = `@${ref}`;
    layout.update({ side: 'conversation' });
    field.focus();
  };
  return (
    <main className="session" data-side={side}>
      <div className="middle">
        <TopBar title={title}>
          <Presence page={page} />
          <Segments
            label="Shown side"
            names={SIDES}
            chosen={side}
            onChoose={(chosen) => layout.update({ side: chosen })}
          />
        </TopBar>
        <PageCalls page={last} isGone={!page} target={target} form={form} />
      </div>
      <PageText page={last} isGone={!page} target={target} onChoose={fillIn} />
    </main>
  );
}

function Presence({ page }: { page: ConnectedBrowser | undefined }) {
  if (!page || page.isAway) {
    return (
      <span className="badge" role="status">
        {page ? 'Away' : 'Disconnected'}
      </span>
    );
  }
  return (
    <span className="presence muted" role="status">
      <span className="run-dot" data-state="connected" />
      Connected
    </span>
  );
}

function useLast(name: string, page: ConnectedBrowser | undefined): ConnectedBrowser | undefined {
  const [last, setLast] = useState(page);
  if (page && page !== last) setLast(page);
  const known = page ?? last;
  return known?.session === name ? known : undefined;
}

// A tab that navigates leaves as one page and comes back as another.
function useNextPage(
  name: string,
  page: ConnectedBrowser | undefined,
  last: ConnectedBrowser | undefined,
  connected: readonly ConnectedBrowser[],
): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const next = connected.find((each) => !known.current.has(each.session) && last && isSameSite(each, last));
    if (!page && next) goOn(name, next.session);
    known.current = new Set(connected.map(({ session }) => session));
  }, [name, page, last, connected]);
}

function isSameSite({ url: one }: ConnectedBrowser, { url: other }: ConnectedBrowser): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}
