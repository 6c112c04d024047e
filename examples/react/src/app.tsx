import { BTCPProvider, useBTCPClient, useToolResult } from '@btcp/react';
import { HoursChart } from './hours-chart.tsx';
import { TodoList } from './todo-list.tsx';

export function App() {
  return (
    <BTCPProvider serverUrl={location.origin.replace('http', 'ws')} options={{ metadata: { title: document.title } }}>
      <Header />
      <main className="board">
        <TodoList />
        <HoursChart />
      </main>
      <Activity />
    </BTCPProvider>
  );
}

function Header() {
  const { status } = useBTCPClient();
  return (
    <header className="top">
      <div>
        <h1>Focus week</h1>
        <p>Plan it by hand, or let an agent do it.</p>
      </div>
      <p className="status" data-status={status}>
        {status}
      </p>
    </header>
  );
}

function Activity() {
  const { tools } = useBTCPClient();
  const { lastCall } = useToolResult('add_todo');
  return (
    <footer className="activity">
      Agents can call <code>{tools.map(({ name }) => name).join(' ')}</code>.
      {lastCall && (
        <>
          {' '}
          The last to add a todo sent <code>{JSON.stringify(lastCall.params)}</code>.
        </>
      )}
    </footer>
  );
}
