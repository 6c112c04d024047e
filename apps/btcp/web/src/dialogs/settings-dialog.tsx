import { type FormEvent, useState } from 'react';
import type { ModelSettings } from '../../../src/contract/types.ts';
import { Dialog } from '../parts/dialog.tsx';
import { report } from '../state/notices.ts';
import { useStore } from '../state/store.ts';
import { saveModel, workspace } from '../state/workspace.ts';

const PROVIDERS = [
  { value: 'anthropic', label: 'Anthropic', model: 'claude-sonnet-4-5' },
  { value: 'openai', label: 'OpenAI', model: 'gpt-5' },
  { value: 'google', label: 'Google', model: 'gemini-2.5-pro' },
  { value: 'openai-compatible', label: 'OpenAI-compatible server', model: 'the name it goes by there' },
] as const;

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
  const [provider, setProvider] = useState(model.provider ?? 'anthropic');
  const [isSaving, setSaving] = useState(false);
  const example = PROVIDERS.find(({ value }) => value === provider)?.model;

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    setSaving(true);
    try {
      const key = text('key');
      await saveModel({
        provider,
        model: text('model') || null,
        baseUrl: text('baseUrl') || null,
        stepLimit: Number(text('stepLimit')) || model.stepLimit,
        ...(key ? { key } : {}),
      });
      onClose();
    } catch (thrown) {
      report(thrown);
    } finally {
      setSaving(false);
    }
  }

  return (
    <form className="form" onSubmit={save}>
      {model.missing && <p className="callout">{model.missing}</p>}
      <label>
        Provider
        <select data-first value={provider} onChange={({ target }) => setProvider(target.value as typeof provider)}>
          {PROVIDERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Model
        <input
          name="model"
          defaultValue={model.model ?? ''}
          placeholder={example}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      {provider === 'openai-compatible' && (
        <label>
          Address
          <input
            name="baseUrl"
            type="url"
            required
            defaultValue={model.baseUrl ?? ''}
            placeholder="http://127.0.0.1:11434/v1"
            autoComplete="off"
          />
        </label>
      )}
      <label>
        Key
        <input
          name="key"
          type="password"
          placeholder={
            model.hasKey ? 'A key is set; leave this empty to keep it' : 'Kept on the server, never sent back'
          }
          autoComplete="off"
        />
      </label>
      <label>
        Most steps of one run
        <input name="stepLimit" type="number" min={1} max={1000} defaultValue={model.stepLimit} />
      </label>
      <footer>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isSaving}>
          Save
        </button>
      </footer>
    </form>
  );
}
