import { type FormEvent, useState } from 'react';
import type { Agent } from '../../../src/contract/types.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemText } from '../parts/problem-text.tsx';
import { isAdmin } from '../state/api.ts';
import { useStore } from '../state/store.ts';
import { saveAgent, workspace } from '../state/workspace.ts';
import { ModelNames } from './model-names.tsx';
import { useModels } from './use-models.ts';

export function AgentDialog({ slug, onClose }: { slug: string; onClose(): void }) {
  const agent = useStore(workspace, ({ agents }) => agents.find((each) => each.slug === slug));
  if (!agent) return null;
  return (
    <Dialog title={`Settings of ${agent.name}`} onClose={onClose}>
      <AgentForm agent={agent} onClose={onClose} />
    </Dialog>
  );
}

function AgentForm({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const config = useStore(workspace, (value) => value.config);
  const { settings = {} } = agent;
  const [isLimited, setLimited] = useState(settings.tools !== undefined);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const { models, loadModels } = useModels();
  const { provider = null, model = null, baseUrl = null, stepLimit = 50 } = config?.model ?? {};

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim() || null;
    const limit = text('stepLimit');
    const tools = fields.getAll('tool').map(String);
    if (isLimited && tools.length === 0) return setProblem(new Error('Choose at least one tool.'));
    setSaving(true);
    setProblem(null);
    try {
      await saveAgent(agent.slug, {
        model: isAdmin(config) ? text('model') : null,
        instructions: text('instructions'),
        tools: isLimited ? tools : null,
        stepLimit: limit === null ? null : Number(limit),
      });
      onClose();
    } catch (thrown) {
      setProblem(thrown);
      setSaving(false);
    }
  }

  return (
    <form className="form" onSubmit={save}>
      <label>
        Instructions
        <textarea
          data-first
          name="instructions"
          rows={5}
          maxLength={10_000}
          defaultValue={settings.instructions}
          placeholder="For example: Prefer German shops. Never buy anything."
        />
        <small className="muted">Added to the instructions of every agent.</small>
      </label>
      {isAdmin(config) && (
        <label>
          Model
          <input
            name="model"
            list="agent-models"
            maxLength={200}
            defaultValue={settings.model}
            placeholder={model === null ? 'Workspace model' : `Workspace: ${model}`}
            autoComplete="off"
            spellCheck={false}
            onFocus={() => loadModels({ provider, model, baseUrl }, false)}
          />
          <ModelNames id="agent-models" models={models} />
        </label>
      )}
      <label>
        Step limit
        <input
          name="stepLimit"
          type="number"
          min={1}
          max={1000}
          defaultValue={settings.stepLimit}
          placeholder={`Workspace: ${stepLimit}`}
        />
      </label>
      <label className="choice">
        <input type="checkbox" checked={isLimited} onChange={({ target }) => setLimited(target.checked)} />
        Only some tools
      </label>
      {isLimited && <ToolChoice chosen={settings.tools ?? []} />}
      <ProblemText problem={problem} />
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

function ToolChoice({ chosen }: { chosen: readonly string[] }) {
  const tools = useStore(workspace, (value) => value.tools);
  return (
    <fieldset className="tool-choice">
      <legend>Tools that the agent may call</legend>
      {tools.map(({ name, title }) => (
        <label key={name} className="choice" title={name}>
          <input type="checkbox" name="tool" value={name} defaultChecked={chosen.includes(name)} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
