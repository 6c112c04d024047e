import { memo } from 'react';
import type { Message } from '../../../src/contract/types.ts';
import { Markdown } from '../parts/markdown.tsx';
import { AttachedFile } from './attached-file.tsx';
import { ToolLine } from './tool-line.tsx';

/** Memoized: only the last message changes while it streams in. */
export const MessageView = memo(function MessageView({ message }: { message: Message }) {
  // An answer that has its place, and no words yet.
  if (message.parts.length === 0) return null;
  return (
    <article className={`message ${message.role}`} aria-label={message.role === 'user' ? 'You' : 'Agent'}>
      {message.parts.map((part, index) => {
        if (part.type === 'tool') return <ToolLine key={index} part={part} />;
        if (part.type === 'file') return <AttachedFile key={index} file={part} />;
        return message.role === 'user' ? <p key={index}>{part.text}</p> : <Markdown key={index} text={part.text} />;
      })}
    </article>
  );
});
