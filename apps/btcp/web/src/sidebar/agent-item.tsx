import { memo, useEffect, useRef, useState } from 'react';
import type { Agent, RunState, Session } from '../../../src/contract/types.ts';
import { UNTITLED } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { NameField } from '../parts/name-field.tsx';
import { collapse, collapsed } from '../state/collapsed.ts';
import { confirmed } from '../state/confirmation.ts';
import { layout } from '../state/layout.ts';
import { attempt } from '../state/notices.ts';
import { goToSession, route } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import {
  createSession,
  deleteAgent,
  deleteSession,
  renameAgent,
  renameSession,
  workspace,
} from '../state/workspace.ts';

// With more agents than this, only the agent in use begins unfolded.
const MAX_UNFOLDED_AGENTS = 12;
const MAX_LISTED_SESSIONS = 30;

/** Memoized: most changes concern one agent. */
export const AgentItem = memo(function AgentItem({ agent }: { agent: Agent }) {
  const [isRenaming, setRenaming] = useState(false);
  const isMany = useStore(workspace, ({ agents }) => agents.length > MAX_UNFOLDED_AGENTS);
  const isInUse = useStore(route, ({ place }) => place.kind === 'session' && place.agent === agent.slug);
  const isOpen = useStore(collapsed, (value) => !(value[agent.slug] ?? (isMany && !isInUse)));
  const setOpen = (opens: boolean) => collapse(agent.slug, !opens);
  async function remove() {
    const text = `“${agent.name}” will be deleted, with its sessions, saved states, browser profile and downloads.`;
    if (await confirmed({ title: 'Delete agent?', text, action: 'Delete agent' })) await deleteAgent(agent.slug);
  }
  return (
    <section className="group" aria-label={agent.name}>
      <div className="row heading">
        {isRenaming ? (
          <NameField
            name={agent.name}
            label="Name of the agent"
            longest={80}
            onDone={(name) => {
              setRenaming(false);
              if (name) attempt(() => renameAgent(agent.slug, name));
            }}
          />
        ) : (
          <>
            <h2>
              <button type="button" data-row aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                <Icon name="chevron" />
                {agent.name}
              </button>
            </h2>
            <div className="row-actions">
              {!agent.isDemo && (
                <IconButton
                  icon="settings"
                  label={`Settings of agent ${agent.name}`}
                  onClick={() => layout.update({ agent: agent.slug })}
                />
              )}
              <IconButton icon="pencil" label={`Rename agent ${agent.name}`} onClick={() => setRenaming(true)} />
              <IconButton icon="trash" label={`Delete agent ${agent.name}`} onClick={() => attempt(remove)} />
            </div>
            <IconButton
              icon="plus"
              label={`New session of ${agent.name}`}
              onClick={() => attempt(() => createSession(agent.slug))}
            />
          </>
        )}
      </div>
      {isOpen && <Sessions agent={agent.slug} />}
    </section>
  );
});

function Sessions({ agent }: { agent: string }) {
  const sessions = useStore(workspace, (value) => value.sessions[agent]);
  const current = useStore(route, ({ place }) => (place.kind === 'session' ? place.session : null));
  const [isWhole, setWhole] = useState(false);
  const listed = sessions?.filter(({ id }, index) => isWhole || index < MAX_LISTED_SESSIONS || id === current);
  const more = (sessions?.length ?? 0) - (listed?.length ?? 0);
  return (
    <ul>
      {listed === undefined && <li className="skeleton" />}
      {listed?.map((session) => (
        <SessionItem key={session.id} session={session} />
      ))}
      {more > 0 && (
        <li className="row">
          <button type="button" className="item" data-row onClick={() => setWhole(true)}>
            <span className="run-dot" />
            <span className="label muted">Show {more} more</span>
          </button>
        </li>
      )}
    </ul>
  );
}

const SessionItem = memo(function SessionItem({ session }: { session: Session }) {
  const { agent, id, title, run } = session;
  const isCurrent = useStore(
    route,
    ({ place }) => place.kind === 'session' && place.agent === agent && place.session === id,
  );
  const [isRenaming, setRenaming] = useState(false);
  const item = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  useEffect(() => {
    if (isBack.current && !isRenaming && document.activeElement === document.body) item.current?.focus();
    isBack.current = isRenaming;
  }, [isRenaming]);
  const name = title || UNTITLED;
  async function remove() {
    const text = `“${name}” will be deleted, with its messages, recording and files.`;
    if (await confirmed({ title: 'Delete session?', text, action: 'Delete session' })) await deleteSession(agent, id);
  }
  if (isRenaming) {
    return (
      <li className="row">
        <NameField
          name={name}
          label="Name of the session"
          longest={200}
          onDone={(given) => {
            setRenaming(false);
            if (given) attempt(() => renameSession(agent, id, given));
          }}
        />
      </li>
    );
  }
  return (
    <li className="row">
      <button
        ref={item}
        type="button"
        className="item"
        data-row
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts="F2 Delete"
        onClick={() => goToSession(agent, id)}
        onKeyDown={({ key }) => {
          if (key === 'F2') setRenaming(true);
          if (key === 'Delete') attempt(remove);
        }}
      >
        <RunDot run={run} />
        <span className="label">{name}</span>
      </button>
      <div className="row-actions">
        <IconButton icon="pencil" label={`Rename ${name}`} onClick={() => setRenaming(true)} />
        <IconButton icon="trash" label={`Delete ${name}`} onClick={() => attempt(remove)} />
      </div>
    </li>
  );
});

const WORDS: Record<RunState['state'], string> = {
  idle: '',
  running: 'Working',
  waiting: 'Waiting for you',
  stopped: '',
  limit: '',
  failed: 'Failed',
};

function RunDot({ run }: { run: RunState }) {
  const isHeldUp = run.state === 'running' && run.waitsFor;
  const words = isHeldUp ? `Waiting for ${isHeldUp.title}` : WORDS[run.state];
  return words ? (
    <span className="run-dot" data-state={run.state} role="img" aria-label={words} title={words} />
  ) : (
    <span className="run-dot" />
  );
}
