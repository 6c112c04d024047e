import { counted } from '@btcp/protocol';
import type { RecordedAction } from '../../../src/contract/types.ts';
import { downloadFile } from '../files/use-file.ts';
import { actionName, subjectOf } from '../parts/describe-action.ts';
import { moment } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { sessionPath } from '../state/api.ts';
import { attempt } from '../state/notices.ts';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';

const FORMATS = [
  { format: 'playwright', label: 'Playwright', title: 'A Playwright test', file: 'recording.spec.ts' },
  { format: 'puppeteer', label: 'Puppeteer', title: 'A Puppeteer script', file: 'recording.mjs' },
  { format: 'btcp', label: 'JSON', title: 'JSON for btcp replay', file: 'recording.json' },
];

export function ActionsPanel({ session }: { session: OpenSession }) {
  const actions = useStore(session.store, (value) => value.actions);
  const path = `${sessionPath(session.agent, session.id)}/recording`;
  if (actions.length === 0) {
    return (
      <p className="muted hint">
        Everything that you and the agent do here is recorded. Export it as a Playwright test, a Puppeteer script, or
        for <code>btcp replay</code>.
      </p>
    );
  }
  return (
    <>
      <div className="panel-tools">
        <span className="muted">{counted(actions.length, 'action')}</span>
        <span>Export</span>
        {FORMATS.map(({ format, label, title, file }) => (
          <button
            key={format}
            type="button"
            className="button small"
            onClick={() => attempt(() => downloadFile(`${path}?format=${format}`, file))}
            title={title}
          >
            <Icon name="download" />
            {label}
          </button>
        ))}
      </div>
      <ol className="lines actions">
        {actions.map((action) => (
          <li key={action.id} data-level={action.success ? undefined : 'error'}>
            <time>{moment(action.time)}</time>
            <span className="text">
              <strong>{actionName(action.tool)}</strong> {actedOn(action)}
              {!action.isPlain && <span className="muted"> {action.outcome}</span>}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function actedOn({ element, input }: RecordedAction): string {
  return element ?? subjectOf(input);
}
