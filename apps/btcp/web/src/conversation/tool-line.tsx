import { useState } from 'react';
import type { MessagePart } from '../../../src/contract/types.ts';
import { duration, withoutScheme } from '../parts/format.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Scrollable } from '../parts/scrollable.tsx';
import { callOutcome } from './call-outcome.ts';
import { Thumbnails } from './thumbnails.tsx';

type ToolPart = Extract<MessagePart, { type: 'tool' }>;

const ICONS: [pattern: RegExp, icon: IconName][] = [
  [/navigate|open|back|forward|reload/, 'globe'],
  [/click|hover|drag|scroll|mouse/, 'pointer'],
  [/type|fill|press|select|check|upload/, 'keyboard'],
  [/screenshot|image/, 'camera'],
  [/find/, 'find'],
  [/snapshot|read|get_|text|visible|logs|network/, 'read'],
  [/wait/, 'clock'],
  [/eval/, 'code'],
  [/tab/, 'tabs'],
  [/user|dialog/, 'person'],
];

function saidOf({ name, summary, input: { message } }: ToolPart): string {
  return name === 'browser_request_user' && typeof message === 'string'
    ? `Ask you: ${message}`
    : withoutScheme(summary || name);
}

export function ToolLine({ part }: { part: ToolPart }) {
  const [isOpen, setOpen] = useState(false);
  const { name, state, text, error, duration: took, images = [] } = part;
  const outcome = withoutScheme(error?.message ?? callOutcome(part));
  const icon = ICONS.find(([pattern]) => pattern.test(name))?.[1] ?? 'tool';
  return (
    <div className="tool" data-state={state}>
      <button type="button" className="tool-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={state === 'failed' ? 'warning' : icon} />
        <span className="what">{saidOf(part)}</span>
        <span className="outcome">{outcome}</span>
        {state === 'running' ? (
          <span className="pulse" role="img" aria-label="Running" />
        ) : (
          took !== undefined && <span className="took">{duration(took)}</span>
        )}
        <Icon name="chevron" />
      </button>
      {isOpen && (
        <div className="tool-details">
          <h3>
            <code>{name}</code> {part.page && <span className="muted">on {part.page.url}</span>}
          </h3>
          <Scrollable label="Arguments" text={JSON.stringify(part.input, null, 2)} />
          {error && (
            <p className="problem">
              {error.message} {error.hint} <code>{error.code}</code>
            </p>
          )}
          {text && <Scrollable label="Result" text={text} />}
        </div>
      )}
      <Thumbnails images={images} />
    </div>
  );
}
