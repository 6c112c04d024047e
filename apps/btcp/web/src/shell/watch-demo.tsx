import { type ReactNode, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { report } from '../state/notices.ts';
import { useStore } from '../state/store.ts';
import { startDemo, workspace } from '../state/workspace.ts';

export function WatchDemo({ children }: { children?: ReactNode }) {
  const hasDemo = useStore(workspace, ({ config }) => config?.hasDemo);
  const [isStarting, setStarting] = useState(false);
  if (!hasDemo) return children;
  async function watch() {
    setStarting(true);
    try {
      await startDemo();
    } catch (thrown) {
      report(thrown);
      setStarting(false);
    }
  }
  return (
    <>
      <button type="button" className="button primary" disabled={isStarting} onClick={watch}>
        <Icon name="play" />
        Watch a demo
      </button>
      {children}
      <p className="muted">The demo needs no key and no network: an agent buys coffee and asks you to sign in.</p>
    </>
  );
}
