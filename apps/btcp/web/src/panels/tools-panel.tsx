import { type FormEvent, useState } from 'react';
import { withoutBoundary } from '../parts/format.ts';
import type { ToolAnswer } from '../state/api.ts';
import { report } from '../state/notices.ts';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';
import { Field } from './field.tsx';
import { valuesOf } from './form-values.ts';

/** Every tool as a form, for a person to call as the agent does. */
export function ToolsPanel({ session }: { session: OpenSession }) {
  const tools = useStore(workspace, (value) => value.tools);
  const [name, setName] = useState('browser_navigate');
  const [answer, setAnswer] = useState<ToolAnswer | null>(null);
  const [isCalling, setCalling] = useState(false);
  const tool = tools.find((it) => it.name === name) ?? tools[0];
  if (!tool) return <p className="muted hint">No tools are offered.</p>;
  const { properties = {}, required = [] } = tool.inputSchema;

  async function call(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setCalling(true);
    try {
      setAnswer(await session.call(name, valuesOf(event.currentTarget)));
    } catch (thrown) {
      report(thrown);
    } finally {
      setCalling(false);
    }
  }

  return (
    <div className="tools-panel">
      <form key={tool.name} className="form" onSubmit={call}>
        <label>
          Tool
          <select
            value={tool.name}
            onChange={({ target }) => {
              setName(target.value);
              setAnswer(null);
            }}
          >
            {tools.map((it) => (
              <option key={it.name} value={it.name}>
                {it.name}
              </option>
            ))}
          </select>
        </label>
        <p className="muted">{tool.description}</p>
        {Object.entries(properties).map(([field, schema]) => (
          <Field key={field} name={field} schema={schema} isRequired={required.includes(field)} />
        ))}
        <button type="submit" className="button primary" disabled={isCalling}>
          {isCalling ? 'Calling…' : 'Call'}
        </button>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached. */}
      <output className="result" aria-label="Result" tabIndex={0}>
        {answer ? <Answer answer={answer} /> : <p className="muted">The result appears here.</p>}
      </output>
    </div>
  );
}

function Answer({ answer: { success, text = '', error, images = [] } }: { answer: ToolAnswer }) {
  if (!success) {
    return (
      <p className="problem">
        {error?.message} <span className="muted">{error?.hint}</span>
      </p>
    );
  }
  return (
    <>
      <pre>{withoutBoundary(text)}</pre>
      {images.map(({ data, mimeType }) => (
        <img key={data.slice(-32)} src={`data:${mimeType};base64,${data}`} alt="Screenshot" />
      ))}
    </>
  );
}
