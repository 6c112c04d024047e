import { useEffect, useRef, useState } from 'react';
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

export function AgentItem({ agent }: { agent: Agent }) {
  const sessions = useStore(workspace, (value) => value.sessions[agent.slug]);
  const [isRenaming, setRenaming] = useState(false);
  const isOpen = useStore(collapsed, (value) => !value[agent.slug]);
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
      <ul hidden={!isOpen}>
        {sessions === undefined && <li className="skeleton" />}
        {sessions?.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
    </section>
  );
}

function SessionItem({ session }: { session: Session }) {
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
}

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
