import type { HistoryDetails, HistoryLog, HistoryRequest, HistoryStep } from '../../../src/contract/history.ts';
import { clock } from '../parts/format.ts';
import { RequestTable } from '../parts/request-table.tsx';
import { differenceOf } from './difference.ts';

const SIGNS = { same: ' ', removed: '−', added: '+' };

export function Result({ step: { text, changes, effects, hidden } }: { step: HistoryStep }) {
  if (hidden && text === undefined) return <p className="muted">The result of a hidden step is not kept.</p>;
  const facts = [
    effects?.navigated && `Navigated to ${effects.navigated}`,
    effects?.dialog && `Dialog opened: ${effects.dialog.message}`,
    ...(effects?.openedTabs ?? []).map(({ url }) => `Tab opened: ${url}`),
    ...(effects?.downloads ?? []).map(({ name }) => `Downloaded ${name}`),
    ...(effects?.announcements ?? []).map((said) => `The page announced: ${said}`),
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      {facts.length > 0 && (
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {changes && (
        <>
          <h3>Changes</h3>
          <pre>{changes}</pre>
        </>
      )}
      <h3>Result</h3>
      <pre>{text || 'Nothing.'}</pre>
    </>
  );
}

export function PageDifference({ step, details }: { step: HistoryStep; details: HistoryDetails | null }) {
  if (step.hidden) return <p className="muted">The page of a hidden step is not kept.</p>;
  if (!details) return <p className="muted">Reading…</p>;
  const { before, after } = details;
  if (after === null) return <p className="muted">The page was not read after this step.</p>;
  const lines = differenceOf(before ?? after, after);
  return (
    <>
      {before === null && <p className="muted">There is no snapshot before this step.</p>}
      <pre className="difference">
        {lines.map(({ kind, text }, index) => (
          <span key={index} data-kind={kind}>
            {`${SIGNS[kind]} ${text}\n`}
          </span>
        ))}
      </pre>
    </>
  );
}

export function RequestLines({ requests }: { requests: readonly HistoryRequest[] }) {
  if (requests.length === 0) return <p className="muted">No requests since the previous step.</p>;
  return <RequestTable requests={requests} />;
}

export function ConsoleLines({ lines }: { lines: readonly HistoryLog[] }) {
  if (lines.length === 0) return <p className="muted">No console messages since the previous step.</p>;
  return (
    <ol className="lines">
      {lines.map(({ type, text, time }, index) => (
        <li key={index} data-level={type}>
          <time>{clock(time)}</time>
          <span className="text">{text}</span>
        </li>
      ))}
    </ol>
  );
}
