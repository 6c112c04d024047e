import { useEffect, useRef, useState } from 'react';
import type { ToolAnswer } from '../state/api.ts';
import { useStore } from '../state/store.ts';
import type { ToolTarget } from '../state/tool-target.ts';
import { workspace } from '../state/workspace.ts';
import { ToolForm } from './tool-form.tsx';

export function ToolsPanel({ session }: { session: ToolTarget }) {
  const tools = useStore(workspace, (value) => value.tools);
  const [name, setName] = useState('browser_navigate');
  const [answer, setAnswer] = useState<ToolAnswer | null>(null);
  const result = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (answer) result.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <div className="tools-panel">
      <ToolForm
        groups={[{ label: 'Tools', tools }]}
        chosen={name}
        onChoose={(chosen) => {
          setName(chosen);
          setAnswer(null);
        }}
        onCall={async (called, input) => setAnswer(await session.call(called, input))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached. */}
      <output ref={result} className="result" aria-label="Result" tabIndex={0}>
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
      <pre>{text}</pre>
      {images.map(({ data, mimeType }) => (
        <img key={data.slice(-32)} src={`data:${mimeType};base64,${data}`} alt="Screenshot" />
      ))}
    </>
  );
}
