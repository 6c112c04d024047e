import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ConnectedBrowser } from '../../../src/contract/types.ts';
import { ToolLine } from '../conversation/tool-line.tsx';
import { ToolForm, type ToolGroup } from '../panels/tool-form.tsx';
import type { OpenPage } from '../state/open-page.ts';
import { callOnPage, callOwnTool, pageCalls } from '../state/page-calls.ts';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';

const NONE = [] as const;

export function PageCalls({
  page,
  isGone,
  target,
  form,
}: {
  page: ConnectedBrowser;
  isGone: boolean;
  target: OpenPage;
  form: RefObject<HTMLFormElement | null>;
}) {
  const calls = useStore(pageCalls, (value) => value[page.session] ?? NONE);
  const tools = useStore(workspace, (value) => value.tools);
  const [chosen, setChosen] = useState('');
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new has moved the end.
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [calls]);
  const groups: ToolGroup[] = [
    { label: 'Tools of this page', tools: page.tools.map((tool) => ({ ...tool, title: tool.name })) },
    { label: 'Browser tools', tools: tools.filter(({ name }) => page.browserTools.includes(name)) },
  ].filter((group) => group.tools.length > 0);

  async function call(name: string, input: Record<string, unknown>) {
    const isOwn = page.tools.some((tool) => tool.name === name);
    await (isOwn ? callOwnTool : callOnPage)(page.session, name, input);
    target.markChanged();
  }

  return (
    <>
      <div
        ref={log}
        className="log"
        role="log"
        aria-label="Calls"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached.
        tabIndex={0}
      >
        {calls.length === 0 && <About page={page} onChoose={setChosen} />}
        {calls.length > 0 && (
          <div className="message agent">
            {calls.map((part) => (
              <ToolLine key={part.call} part={part} />
            ))}
          </div>
        )}
      </div>
      <div className="bottom">
        {page.isAway && !isGone && (
          <p className="callout">Connection lost. Calls wait a while for the page to reconnect.</p>
        )}
        <div className="page-form">
          <ToolForm
            groups={groups}
            chosen={chosen}
            isDisabled={isGone}
            form={form}
            onChoose={setChosen}
            onCall={call}
          />
        </div>
      </div>
    </>
  );
}

function About({
  page: { session, tools, browserTools },
  onChoose,
}: {
  page: ConnectedBrowser;
  onChoose(name: string): void;
}) {
  return (
    <div className="empty">
      <h2>{tools.length > 0 ? 'Tools of this page' : 'A connected page'}</h2>
      <p className="muted">
        {browserTools.length > 0
          ? 'A person has this page open and lets agents use it. Call its tools, or read and click as in any browser.'
          : 'A person has this page open and lets agents call its tools. Agents cannot read it or click in it.'}
      </p>
      <ul>
        {tools.map(({ name, description }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name)}>
              <code>{name}</code> <span className="muted">{description}</span>
            </button>
          </li>
        ))}
      </ul>
      {browserTools.length > 0 && (
        <p className="muted small">
          Programs use it as the session <code>page:{session}</code>.
        </p>
      )}
    </div>
  );
}
