import { counted } from '@btcp/protocol';
import { type FormEvent, type RefObject, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import type { ToolDescription } from '../state/api.ts';
import { report } from '../state/notices.ts';
import { Field } from './field.tsx';
import { type FieldOf, fieldsOf } from './fields-of.ts';
import { valuesOf } from './form-values.ts';

export interface ToolGroup {
  label: string;
  tools: readonly ToolDescription[];
}

export function ToolForm({
  groups,
  chosen,
  isDisabled = false,
  form,
  onChoose,
  onCall,
}: {
  groups: readonly ToolGroup[];
  chosen: string;
  isDisabled?: boolean;
  form?: RefObject<HTMLFormElement | null>;
  onChoose(name: string): void;
  onCall(name: string, input: Record<string, unknown>): Promise<void>;
}) {
  const [isCalling, setCalling] = useState(false);
  const tools = groups.flatMap((group) => group.tools);
  const tool = tools.find(({ name }) => name === chosen) ?? tools[0];
  if (!tool) return <p className="muted hint">No tools.</p>;
  const { shown, more } = fieldsOf(tool.inputSchema);

  async function call(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!tool) return;
    setCalling(true);
    try {
      await onCall(tool.name, valuesOf(event.currentTarget));
    } catch (thrown) {
      report(thrown);
    } finally {
      setCalling(false);
    }
  }

  return (
    <form key={tool.name} ref={form} className="form tool-form" onSubmit={call}>
      <label>
        Tool
        <select value={tool.name} onChange={({ target }) => onChoose(target.value)}>
          {groups.length === 1 ? (
            <Options tools={tools} />
          ) : (
            groups.map((group) => (
              <optgroup key={group.label} label={group.label}>
                <Options tools={group.tools} />
              </optgroup>
            ))
          )}
        </select>
      </label>
      <p className="muted">{tool.description}</p>
      <Fields fields={shown} />
      {more.length > 0 && (
        <details>
          <summary>
            <Icon name="chevron" />
            {counted(more.length, 'more argument')}
          </summary>
          <div className="form">
            <Fields fields={more} />
          </div>
        </details>
      )}
      <button type="submit" className="button primary" disabled={isCalling || isDisabled}>
        {isCalling ? 'Calling…' : 'Call'}
      </button>
    </form>
  );
}

function Options({ tools }: { tools: readonly ToolDescription[] }) {
  return tools.map(({ name }) => (
    <option key={name} value={name}>
      {name}
    </option>
  ));
}

function Fields({ fields }: { fields: readonly FieldOf[] }) {
  return fields.map(({ name, schema, isRequired }) => (
    <Field key={name} name={name} schema={schema} isRequired={isRequired} />
  ));
}
