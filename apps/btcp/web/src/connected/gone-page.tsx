import { TopBar } from '../shell/top-bar.tsx';
import { OtherPages } from './other-pages.tsx';

export function GonePage({ title }: { title: string }) {
  return (
    <main className="welcome">
      <TopBar title={title} isHeading={false} />
      <div className="welcome-body">
        <h1>This page is gone</h1>
        <p className="lead">It was closed or has disconnected. It returns to the list when it reconnects.</p>
        <OtherPages />
      </div>
    </main>
  );
}
