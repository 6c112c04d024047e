import { counted } from '@btcp/protocol';
import { useRef, useState } from 'react';
import { api, type ModelDraft } from '../state/api.ts';

export function useModels() {
  const asked = useRef('');
  const [models, setModels] = useState({ names: [] as string[], note: '' });
  async function loadModels({ model: _, ...draft }: ModelDraft, isKeyMissing: boolean) {
    const question = JSON.stringify(draft);
    if (asked.current === question) return;
    if (isKeyMissing && draft.key === undefined) return setModels({ names: [], note: 'Enter the key to list models.' });
    if (draft.provider === 'openai-compatible' && draft.baseUrl === null) return;
    asked.current = question;
    setModels({ names: [], note: 'Loading models…' });
    try {
      const { models: names, problem } = await api.models({ ...draft, model: null });
      if (asked.current !== question) return;
      setModels({
        names,
        note: problem ? `Cannot list models: ${problem.message}` : `${counted(names.length, 'model')} available.`,
      });
    } catch (thrown) {
      if (asked.current === question) setModels({ names: [], note: `Cannot list models: ${String(thrown)}` });
    }
  }
  return { models, loadModels };
}
