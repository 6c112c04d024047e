import { useCallback, useEffect, useState } from 'react';
import type { FleetStatus } from '../../../src/contract/fleet.ts';
import { Dialog } from '../parts/dialog.tsx';
import { when } from '../parts/format.ts';
import { ProblemText } from '../parts/problem-text.tsx';
import { api } from '../state/api.ts';

const REFRESH_MS = 2_000;

export function FleetDialog({ onClose }: { onClose(): void }) {
  const [fleet, setFleet] = useState<FleetStatus | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const read = useCallback(() => {
    api.fleet().then((status) => {
      setFleet(status);
      setProblem(null);
    }, setProblem);
  }, []);
  useEffect(() => {
    read();
    const timer = setInterval(read, REFRESH_MS);
    return () => clearInterval(timer);
  }, [read]);
  return (
    <Dialog title="Fleet" className="tokens" onClose={onClose}>
      <ProblemText problem={problem} />
      {fleet && (
        <>
          <p>
            {fleet.used} of {fleet.slots} slots used, {fleet.queue.length} waiting.
          </p>
          {!fleet.isConnected && (
            <p className="callout" role="status">
              NATS does not answer: this list may be out of date.
            </p>
          )}
          <h3>Workers</h3>
          <ul className="rows" aria-label="Workers">
            {fleet.workers.map((worker) => (
              <WorkerRow
                key={worker.id}
                worker={worker}
                fleet={fleet}
                onDrain={() => api.drain(worker.id).then(read, setProblem)}
              />
            ))}
          </ul>
          {fleet.workers.length === 0 && (
            <p className="muted hint">No worker has joined. Start one: btcp serve --role worker</p>
          )}
          <h3>Gateways</h3>
          <ul className="rows" aria-label="Gateways">
            {fleet.gateways.map(({ id, version }) => (
              <li key={id}>
                <div className="token-text">
                  <strong>{id}</strong> <span className="muted">{version}</span>
                </div>
              </li>
            ))}
          </ul>
          {fleet.queue.length > 0 && (
            <>
              <h3>Waiting for a slot</h3>
              <ul className="rows" aria-label="Waiting for a slot">
                {fleet.queue.map(({ session, since }) => (
                  <li key={session}>
                    <div className="token-text">
                      <strong>{session}</strong> <span className="muted">since {when(since)}</span>
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}

interface WorkerRowProps {
  worker: FleetStatus['workers'][number];
  fleet: FleetStatus;
  onDrain(): void;
}

function WorkerRow({ worker: { id, state, open, slots, version, labels, url }, fleet, onDrain }: WorkerRowProps) {
  const [isAsking, setAsking] = useState(false);
  const sessions = fleet.sessions.filter(({ worker }) => worker === id).map(({ session }) => session);
  const named = Object.entries(labels).map((pair) => pair.join('='));
  return (
    <li>
      <div className="token-text">
        <strong>{id}</strong> <span className="badge">{state}</span>
        <p>
          {open} of {slots} slots used{sessions.length > 0 && `: ${sessions.join(', ')}`}
        </p>
        <p className="muted">{[version, ...named, url].join(' · ')}</p>
      </div>
      {isAsking && (
        <>
          <button type="button" className="button small" onClick={() => setAsking(false)}>
            Keep
          </button>
          <button
            type="button"
            className="button small danger"
            onClick={() => {
              setAsking(false);
              onDrain();
            }}
          >
            Drain
          </button>
        </>
      )}
      {!isAsking && state === 'ready' && (
        <button type="button" className="button small" aria-label={`Drain ${id}`} onClick={() => setAsking(true)}>
          Drain
        </button>
      )}
    </li>
  );
}
