import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { UNTITLED } from '../parts/format.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { isAdmin } from '../state/api.ts';
import { layout, PANELS } from '../state/layout.ts';
import { attempt } from '../state/notices.ts';
import { goNowhere, goToPage, goToSession, goToSessions } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { chooseTheme } from '../state/theme.ts';
import { createSession, signOut, startDemo, workspace } from '../state/workspace.ts';

interface Entry {
  label: string;
  note?: string;
  icon: IconName;
  isCommand?: true;
  run(): void;
}

export function CommandPalette({ onClose }: { onClose(): void }) {
  const entries = useEntries();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = matching(entries, query.toLowerCase());
  const at = Math.min(chosen, found.length - 1);
  const run = (entry: Entry | undefined) => {
    onClose();
    entry?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(found[at]);
    else if (step) setChosen((at + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search and commands" className="palette" onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        aria-label="Search sessions and commands"
        placeholder="Search sessions and commands"
        data-first
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" aria-label="Results">
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above.
          <div
            key={index}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => run(entry)}
            onPointerMove={() => setChosen(index)}
          >
            <Icon name={entry.icon} />
            <span className="label">{entry.label}</span>
            <span className="muted">{entry.note}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="muted hint">Nothing matches.</p>}
    </Dialog>
  );
}

function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = query.split(/\s+/);
  const rank = ({ label, isCommand }: Entry) =>
    (isCommand ? 0 : 2) + (query && label.toLowerCase().startsWith(query) ? 0 : 1);
  return entries
    .filter(({ label, note = '' }) => words.every((word) => `${label} ${note}`.toLowerCase().includes(word)))
    .sort((one, other) => rank(one) - rank(other));
}

function useEntries(): Entry[] {
  const { agents, sessions, live, connected, config } = useStore(workspace, (value) => value);
  return [
    ...agents.flatMap(({ slug, name }) =>
      (sessions[slug] ?? []).map(({ id, title }) => ({
        label: title || UNTITLED,
        note: name,
        icon: 'read' as const,
        run: () => goToSession(slug, id),
      })),
    ),
    ...live
      .filter(({ agent }) => agent === undefined)
      .map(({ id, name, page }) => ({
        label: name,
        note: page?.title ?? '',
        icon: 'globe' as const,
        run: () => goToSession('', id),
      })),
    ...connected.map(({ session, title, url }) => ({
      label: title || url || 'Untitled page',
      note: 'Connected page',
      icon: 'link' as const,
      run: () => goToPage(session),
    })),
    ...agents.map(({ slug, name }) => ({
      label: 'New session',
      isCommand: true as const,
      note: name,
      icon: 'plus' as const,
      run: () => attempt(() => createSession(slug)),
    })),
    { label: 'New agent', isCommand: true, icon: 'plus', run: goNowhere },
    ...PANELS.map((panel) => ({
      label: `Show ${panel}`,
      isCommand: true as const,
      icon: 'read' as const,
      run: () => layout.update({ panel, isPanelOpen: true, side: 'browser' }),
    })),
    ...(isAdmin(config)
      ? [
          {
            label: 'Choose the model',
            isCommand: true as const,
            icon: 'settings' as const,
            run: () => layout.update({ dialog: 'settings' }),
          },
        ]
      : []),
    ...(config?.hasDemo
      ? [{ label: 'Watch a demo', isCommand: true as const, icon: 'play' as const, run: () => attempt(startDemo) }]
      : []),
    { label: 'All sessions', isCommand: true, icon: 'grid', run: goToSessions },
    { label: 'Light theme', isCommand: true, icon: 'sun', run: () => chooseTheme('light') },
    { label: 'Dark theme', isCommand: true, icon: 'moon', run: () => chooseTheme('dark') },
    ...(config?.isFleet && isAdmin(config)
      ? [
          {
            label: 'Fleet',
            isCommand: true as const,
            icon: 'servers' as const,
            run: () => layout.update({ dialog: 'fleet' }),
          },
        ]
      : []),
    ...(config?.auth
      ? [
          {
            label: 'Tokens',
            isCommand: true as const,
            icon: 'person' as const,
            run: () => layout.update({ dialog: 'tokens' }),
          },
        ]
      : []),
    ...(config?.auth
      ? [{ label: 'Sign out', isCommand: true as const, icon: 'person' as const, run: () => attempt(signOut) }]
      : []),
  ];
}
