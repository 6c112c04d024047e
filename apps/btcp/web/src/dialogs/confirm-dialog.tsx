import { Dialog } from '../parts/dialog.tsx';
import { confirmation } from '../state/confirmation.ts';
import { useStore } from '../state/store.ts';

export function ConfirmDialog() {
  const question = useStore(confirmation, (value) => value.question);
  if (!question) return null;
  const { title, text, action, answer } = question;
  return (
    <Dialog title={title} className="small" onClose={() => answer(false)}>
      <p>{text}</p>
      <footer>
        <button type="button" className="button" onClick={() => answer(false)}>
          Cancel
        </button>
        <button type="button" className="button danger" data-first onClick={() => answer(true)}>
          {action}
        </button>
      </footer>
    </Dialog>
  );
}
