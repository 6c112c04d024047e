import { type FormEvent, useRef, useState } from 'react';
import type { ModelSettings } from '../../../src/contract/types.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemText } from '../parts/problem-text.tsx';
import { ApiError, api, type ModelDraft } from '../state/api.ts';
import { useStore } from '../state/store.ts';
import { saveModel, workspace } from '../state/workspace.ts';
import { ModelNames } from './model-names.tsx';
import { MODEL_PRESETS, presetOf } from './model-presets.ts';
import { useModels } from './use-models.ts';

export function SettingsDialog({ onClose }: { onClose(): void }) {
  const model = useStore(workspace, ({ config }) => config?.model);
  if (!model) return null;
  return (
    <Dialog title="Model" onClose={onClose}>
      <ModelForm model={model} onClose={onClose} />
    </Dialog>
  );
}

function ModelForm({ model, onClose }: { model: ModelSettings; onClose(): void }) {
  const form = useRef<HTMLFormElement>(null);
  const saved = presetOf(model);
  const [preset, setPreset] = useState(saved);
  const [work, setWork] = useState<'saving' | 'testing' | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [success, setSuccess] = useState('');
  const { models, loadModels } = useModels();
  const isSaved = preset.id === saved.id;
  const hasKey = isSaved && model.hasKey;

  function entered(): ModelDraft {
    const fields = new FormData(form.current ?? undefined);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const key = text('key');
    return {
      provider: preset.provider,
      model: text('model') || null,
      // The address of a provider may come from the environment of the server.
      baseUrl: preset.baseUrl ?? (text('baseUrl') || (isSaved ? model.baseUrl : null)),
      ...(key ? { key } : {}),
    };
  }

  async function attempt(kind: 'saving' | 'testing', action: () => Promise<void>) {
    setWork(kind);
    setProblem(null);
    setSuccess('');
    try {
      await action();
    } catch (thrown) {
      setProblem(thrown);
    } finally {
      setWork(null);
    }
  }

  const test = () =>
    attempt('testing', async () => {
      if (!form.current?.reportValidity()) return;
      const outcome = await api.testModel(entered());
      if (!outcome.ok) throw new ApiError('model', outcome.problem.message, outcome.problem.hint);
      setSuccess(`The model answered in ${outcome.milliseconds} ms.`);
    });

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const stepLimit = Number(new FormData(event.currentTarget).get('stepLimit')) || model.stepLimit;
    void attempt('saving', async () => {
      await saveModel({ ...entered(), stepLimit });
      onClose();
    });
  };

  return (
    <form ref={form} className="form" onSubmit={save}>
      {model.missing && <p className="callout">{model.missing}</p>}
      <label>
        Provider
        <select
          data-first
          value={preset.id}
          onChange={({ target }) => {
            setPreset(MODEL_PRESETS.find(({ id }) => id === target.value) ?? saved);
            setProblem(null);
            setSuccess('');
          }}
        >
          {MODEL_PRESETS.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {preset.id === 'other' && (
        <label>
          Address
          <input
            name="baseUrl"
            type="url"
            required
            defaultValue={isSaved ? (model.baseUrl ?? '') : ''}
            placeholder="http://127.0.0.1:8000/v1"
            autoComplete="off"
          />
        </label>
      )}
      <label>
        Key
        <input
          key={preset.id}
          name="key"
          type="password"
          placeholder={hasKey ? 'A key is set. Leave empty to keep it.' : preset.needsKey ? '' : 'Optional'}
          autoComplete="off"
        />
        <small className="muted">The key stays on the server and is never sent to a browser.</small>
      </label>
      <label>
        Model
        <input
          key={preset.id}
          name="model"
          required
          list="models"
          defaultValue={isSaved ? (model.model ?? '') : ''}
          placeholder={`For example ${preset.example}`}
          autoComplete="off"
          spellCheck={false}
          onFocus={() => loadModels(entered(), preset.needsKey && !hasKey)}
        />
        <ModelNames id="models" models={models} />
      </label>
      <label>
        Step limit
        <input name="stepLimit" type="number" min={1} max={1000} defaultValue={model.stepLimit} />
      </label>
      <ProblemText problem={problem} />
      {success && (
        <p className="success" role="status">
          {success}
        </p>
      )}
      <footer>
        <button type="button" className="button first" disabled={work !== null} onClick={test}>
          {work === 'testing' ? 'Testing…' : 'Test'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={work !== null}>
          Save
        </button>
      </footer>
    </form>
  );
}
