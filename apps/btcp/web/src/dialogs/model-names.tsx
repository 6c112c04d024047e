import type { useModels } from './use-models.ts';

export function ModelNames({ id, models }: { id: string; models: ReturnType<typeof useModels>['models'] }) {
  return (
    <>
      <datalist id={id}>
        {models.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <small className="muted" role="status">
        {models.note}
      </small>
    </>
  );
}
