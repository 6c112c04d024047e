import { type KeyboardEvent, useEffect, useState } from 'react';
import type { HistoryDetails, HistoryStep } from '../../../src/contract/history.ts';
import { duration } from '../parts/format.ts';
import type { HistorySource } from './history-source.ts';
import { ConsoleLines, PageDifference, RequestLines, Result } from './step-parts.tsx';

const TABS = ['result', 'snapshot', 'network', 'console'] as const;
type TabName = (typeof TABS)[number];

export function StepDetails({ source, step }: { source: HistorySource; step: HistoryStep }) {
  const [tab, setTab] = useState<TabName>('result');
  const details = useDetails(source, step);
  const { look } = step;
  const names: Record<TabName, string> = {
    result: 'Result',
    snapshot: 'Snapshot',
    network: look ? `Network ${look.requests}` : 'Network',
    console: look ? `Console ${look.logs}` : 'Console',
  };
  const move = ({ key }: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const next = by && TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
    if (!next) return;
    setTab(next);
    document.getElementById(`step-tab-${next}`)?.focus();
  };
  return (
    <div className="step-details">
      <h2>
        <span className="muted">{step.number}</span> {step.summary}{' '}
        <span className="muted small">{duration(step.duration)}</span>
      </h2>
      <div role="tablist" aria-label="About the step" onKeyDown={move}>
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`step-tab-${name}`}
            aria-controls="step-part"
            aria-selected={name === tab}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {names[name]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached. */}
      <div className="step-part" id="step-part" role="tabpanel" aria-labelledby={`step-tab-${tab}`} tabIndex={0}>
        {tab === 'result' && <Result step={step} />}
        {tab === 'snapshot' && <PageDifference step={step} details={details} />}
        {tab === 'network' && <RequestLines requests={details?.requests ?? []} />}
        {tab === 'console' && <ConsoleLines lines={details?.console ?? []} />}
      </div>
    </div>
  );
}

function useDetails(source: HistorySource, step: HistoryStep): HistoryDetails | null {
  const [known, setKnown] = useState<{ number: number; details: HistoryDetails } | null>(null);
  const { number } = step;
  useEffect(() => {
    let isWanted = true;
    source.details(number).then(
      (details) => isWanted && setKnown({ number, details }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [source, number]);
  return known?.number === number ? known.details : null;
}
