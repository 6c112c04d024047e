import { useRef, useState } from 'react';
import { api, type ModelDraft } from '../state/api.ts';

/** The models that the provider offers to the key that was entered, fetched once for each. */
export function useModels() {
  const asked = useRef('');
  const [models, setModels] = useState({ names: [] as string[], note: '' });
  async function loadModels({ model: _, ...draft }: ModelDraft, isKeyMissing: boolean) {
    const question = JSON.stringify(draft);
    if (asked.current === question) return;
    if (isKeyMissing && draft.key === undefined) return setModels({ names: [], note: 'Enter the key to list models.' });
    if (draft.provider === 'openai-compatible' && draft.baseUrl === null) return;
    asked.current = question;
    setModels({ names: [], note: 'Loading the list of models…' });
    try {
      const { models: names, problem } = await api.models({ ...draft, model: null });
      if (asked.current !== question) return;
      setModels({
        names,
        note: problem ? `No list of models: ${problem.message}` : `${names.length} models to choose from.`,
      });
    } catch (thrown) {
      if (asked.current === question) setModels({ names: [], note: `No list of models: ${String(thrown)}` });
    }
  }
  return { models, loadModels };
}
