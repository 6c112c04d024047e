import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { Scrollable } from './scrollable.tsx';

export function Copyable({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <div className="copyable">
      <Scrollable label={label} text={text} />
      <IconButton icon={isCopied ? 'check' : 'copy'} label={isCopied ? 'Copied' : `Copy ${label}`} onClick={copy} />
    </div>
  );
}
