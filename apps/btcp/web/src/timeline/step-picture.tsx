import { useEffect, useState } from 'react';
import type { HistoryStep } from '../../../src/contract/history.ts';
import { Icon } from '../parts/icon.tsx';
import type { HistorySource } from './history-source.ts';

const HIDDEN = {
  secret: 'Hidden: this step typed a secret, or the page shows one.',
  private: 'Hidden: a person drove in private.',
};

export function StepPicture({ source, position }: { source: HistorySource; position: number }) {
  const { steps } = source.history;
  const step = steps[position] as HistoryStep;
  const pictured = picturedStep(steps, position);
  const shown = usePicture(source, pictured?.number);
  if (step.hidden) {
    return (
      <figure className="step-picture" data-hidden>
        <Icon name="lock" />
        <figcaption>{HIDDEN[step.hidden]}</figcaption>
      </figure>
    );
  }
  return (
    <figure className="step-picture">
      {shown ? (
        <img src={shown} alt={`The page after step ${pictured?.number}: ${pictured?.page?.title ?? ''}`} />
      ) : (
        <Icon name="globe" />
      )}
      <figcaption>{captionOf(step, pictured)}</figcaption>
    </figure>
  );
}

// The step itself, or the last one before it that has a picture: the page may look the same.
function picturedStep(steps: readonly HistoryStep[], position: number): HistoryStep | undefined {
  for (let at = position; at >= 0 && !steps[at]?.hidden; at--) if (steps[at]?.look?.hasPicture) return steps[at];
  return undefined;
}

function captionOf(step: HistoryStep, pictured: HistoryStep | undefined): string {
  const address = (pictured ?? step).page?.url ?? '';
  if (!pictured) return 'No picture was taken.';
  return pictured === step ? address : `No picture of its own. Shown: step ${pictured.number} · ${address}`;
}

function usePicture(source: HistorySource, step: number | undefined): string | undefined {
  const [shown, setShown] = useState<{ step: number; address: string | undefined }>();
  useEffect(() => {
    if (step === undefined) return;
    let isWanted = true;
    let made: string | undefined;
    source.picture(step).then(
      (address) => {
        made = address;
        if (isWanted) setShown({ step, address });
        else revoke(address);
      },
      () => {},
    );
    return () => {
      isWanted = false;
      // The next picture takes its place first, or nothing would be shown in between.
      if (made !== undefined) setTimeout(revoke, REVOKE_MS, made);
    };
  }, [source, step]);
  return step === undefined ? undefined : shown?.address;
}

const REVOKE_MS = 5_000;

function revoke(address: string | undefined): void {
  if (address?.startsWith('blob:')) URL.revokeObjectURL(address);
}
