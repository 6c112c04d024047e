import { counted } from '@btcp/protocol';
import type { ReactNode } from 'react';
import type { RunState, TokenUsage } from '../../../src/contract/types.ts';
import { short, UNTITLED } from '../parts/format.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { isAdmin } from '../state/api.ts';
import { layout, useIsNarrow } from '../state/layout.ts';
import { attempt } from '../state/notices.ts';
import type { OpenSession } from '../state/open-session.ts';
import { goToSession } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { takeOver, useIsDriving } from '../state/window.ts';
import { createSession, workspace } from '../state/workspace.ts';

export function RunBar({ session }: { session: OpenSession }) {
  const run = useStore(session.store, (value) => value.session?.run);
  const usage = useStore(session.store, (value) => value.usage);
  const isDriven = useStore(session.store, ({ control }) => control?.holder.kind === 'viewer');
  const isDriving = useIsDriving();
  // Otherwise the browser, with a button of its own, is next to this.
  const isNarrow = useIsNarrow();
  if (!run) return null;
  // An agent elsewhere is stopped where it runs.
  const stop = session.agent === '' ? null : <Action icon="stop" label="Stop" onClick={() => attempt(session.stop)} />;
  const resume = (label: string) => <Action icon="play" label={label} onClick={() => attempt(session.resume)} />;
  const retry = async () => {
    await session.stop();
    await session.resume();
  };
  const actions: Record<RunState['state'], ReactNode> = {
    idle: null,
    running: (
      <>
        {run.state === 'running' && run.waitsFor && <ShowSession agent={session.agent} waitsFor={run.waitsFor} />}
        {run.state === 'running' && run.isSilent && <Action icon="play" label="Retry" onClick={() => attempt(retry)} />}
        {stop}
      </>
    ),
    waiting: stop,
    stopped: resume('Resume'),
    limit: (
      <>
        {session.agent !== '' && (
          <Action icon="settings" label="Step limit" onClick={() => layout.update({ agent: session.agent })} />
        )}
        {resume('Continue')}
      </>
    ),
    failed: (
      <>
        {run.state === 'failed' && <NextStep next={run.next} agent={session.agent} />}
        {resume('Try again')}
      </>
    ),
  };
  return (
    <>
      {run.state === 'waiting' && (
        <section className="ask" aria-label="The agent asks">
          <Icon name="person" />
          <p>{run.request.message}</p>
          {!isDriven && !isNarrow && <span className="muted">Take over in the browser.</span>}
          {!isDriven && isNarrow && (
            <button
              type="button"
              className="button primary"
              onClick={() => {
                layout.update({ side: 'browser' });
                takeOver();
              }}
            >
              Take over
            </button>
          )}
          {isDriven && (
            <span className="muted">
              {isDriving ? 'Press Done in the browser when you are finished.' : 'Another person is on it.'}
            </span>
          )}
        </section>
      )}
      <div className="run-bar" data-state={run.state}>
        <span className="run-dot" data-state={run.state} />
        <p>
          <span role="status">{wordsFor(run)}</span>{' '}
          {run.state === 'failed' && run.hint && <span className="muted">{run.hint}</span>}
        </p>
        {actions[run.state]}
        <Usage usage={usage} />
      </div>
    </>
  );
}

function ShowSession({ agent, waitsFor: { session } }: { agent: string; waitsFor: { session: string } }) {
  return <Action icon="globe" label="Show session" onClick={() => goToSession(agent, session)} />;
}

// What helps where trying again does not.
function NextStep({ next, agent }: { next: Extract<RunState, { state: 'failed' }>['next']; agent: string }) {
  const config = useStore(workspace, (value) => value.config);
  const hasOwnModel = useStore(workspace, ({ agents }) =>
    agents.some(({ slug, settings }) => slug === agent && settings?.model !== undefined),
  );
  if (next === 'settings' && hasOwnModel) {
    return <Action icon="settings" label="Agent settings" onClick={() => layout.update({ agent })} />;
  }
  if (next === 'settings' && isAdmin(config)) {
    return <Action icon="settings" label="Open settings" onClick={() => layout.update({ dialog: 'settings' })} />;
  }
  if (next === 'new-session') {
    return <Action icon="plus" label="New session" onClick={() => attempt(() => createSession(agent))} />;
  }
  return null;
}

interface ActionProps {
  icon: IconName;
  label: string;
  onClick(): void;
}

function Action({ icon, label, onClick }: ActionProps) {
  return (
    <button type="button" className="button small" onClick={onClick}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

function Usage({ usage: { input, output, cached } }: { usage: TokenUsage }) {
  if (input + output === 0) return null;
  return (
    <span className="usage" title={`${input} tokens read, of them ${cached} from the cache; ${output} written`}>
      <span className="unit">Tokens </span>
      {short(input)} in · {short(output)} out
    </span>
  );
}

function wordsFor(run: RunState): string {
  switch (run.state) {
    case 'running':
      if (run.waitsFor) return `Waiting for “${run.waitsFor.title || UNTITLED}”, which is using this agent’s browser`;
      return run.note ?? `Working · step ${run.step} of ${run.stepLimit}`;
    case 'waiting':
      return 'Waiting for you';
    case 'stopped':
      return run.note ?? 'Stopped';
    case 'limit':
      return `Paused after ${counted(run.stepLimit, 'step')}`;
    case 'failed':
      return run.message;
    default:
      return '';
  }
}
