import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { RunState } from '../../../src/contract/types.ts';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { drafts } from '../state/drafts.ts';
import { layout } from '../state/layout.ts';
import { report } from '../state/notices.ts';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { missingModel, workspace } from '../state/workspace.ts';
import { AttachedFile } from './attached-file.tsx';
import { useAttachments } from './use-attachments.ts';

const PLACEHOLDERS: Partial<Record<RunState['state'], string>> = {
  running: 'Add a message: the agent reads it after this run',
  waiting: 'The agent is waiting for you',
};

export function Composer({ session }: { session: OpenSession }) {
  const text = useStore(drafts, (value) => value[session.id] ?? '');
  const setText = (draft: string) => drafts.update({ [session.id]: draft });
  const state = useStore(session.store, (value) => value.session?.run.state);
  const missing = useStore(workspace, (value) => missingModel(value, session.agent));
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const attachments = useAttachments(session);
  const { files } = attachments;
  const canSend = !isSending && !missing && !attachments.isPending && text.trim() !== '';

  // On a phone the keyboard would cover half of the screen.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);

  async function send() {
    if (!canSend) return;
    const words = text.trim();
    setText('');
    attachments.set([]);
    setSending(true);
    try {
      await session.send(
        words,
        files.map(({ name }) => name),
      );
    } catch (thrown) {
      setText(words);
      attachments.set(files);
      report(thrown);
    } finally {
      setSending(false);
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter may belong to an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {(files.length > 0 || attachments.isPending) && (
        <div className="attachments" role="status">
          {files.map((file) => (
            <AttachedFile key={file.name} file={file} onRemove={() => attachments.remove(file.name)} />
          ))}
          {attachments.isPending && <span className="muted">Attaching…</span>}
        </div>
      )}
      <div className="composer-field" data-over={attachments.isOver || undefined} {...attachments.dropArea}>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={({ target }) => {
            void attachments.add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <textarea
          ref={field}
          aria-label="Message to the agent"
          placeholder={PLACEHOLDERS[state ?? 'idle'] ?? 'Tell the agent what to do'}
          rows={1}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          onPaste={attachments.onPaste}
        />
        <IconButton icon="clip" label="Attach files" onClick={() => chooser.current?.click()} />
        <button type="submit" className="send" aria-label="Send" title="Send (Enter)" disabled={!canSend}>
          <Icon name="send" />
        </button>
      </div>
      {missing && (
        <p className="callout">
          {missing}{' '}
          <button type="button" className="link" onClick={() => layout.update({ dialog: 'settings' })}>
            Connect a model
          </button>
        </p>
      )}
    </form>
  );
}
