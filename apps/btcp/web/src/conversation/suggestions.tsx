import { drafts } from '../state/drafts.ts';
import { layout } from '../state/layout.ts';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { missingModel, workspace } from '../state/workspace.ts';

const TASKS = [
  'Open news.ycombinator.com and summarise the five top stories',
  'Find the opening hours of the nearest library',
  'Sign in to my account with me, then download the last invoice',
];

const DEMO_TASKS = ['Buy a bag of Nyeri at Harbour Coffee and download the invoice'];

export function Suggestions({ session }: { session: OpenSession }) {
  const missing = useStore(workspace, (value) => missingModel(value, session.agent));
  const isDemo = useStore(workspace, ({ agents }) =>
    agents.some(({ slug, isDemo }) => slug === session.agent && isDemo),
  );
  if (missing) {
    return (
      <div className="empty">
        <h2>Works without a model, too</h2>
        <p className="muted">
          Open a page and drive it yourself, or call any tool with a form. An agent uses the same tools.
        </p>
        <button
          type="button"
          className="button"
          onClick={() => layout.update({ side: 'browser', panel: 'tools', isPanelOpen: true })}
        >
          Show the tools
        </button>
      </div>
    );
  }
  return (
    <div className="empty">
      <h2>What should the agent do?</h2>
      <p className="muted">
        Write as you would to a colleague. You see every step, and the agent asks when it needs you.
      </p>
      <ul>
        {(isDemo ? DEMO_TASKS : TASKS).map((task) => (
          <li key={task}>
            <button
              type="button"
              onClick={() => {
                drafts.update({ [session.id]: task });
                document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus();
              }}
            >
              {task}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
