import { BTCPProvider, useBTCPClient, useTool } from '@btcp/react';
import { useState } from 'react';

export function App() {
  return (
    <BTCPProvider serverUrl="ws://127.0.0.1:4700">
      <Todos />
    </BTCPProvider>
  );
}

function Todos() {
  const { status } = useBTCPClient();
  const [todos, setTodos] = useState(['Buy milk']);

  useTool({
    name: 'add_todo',
    description: 'Adds an entry to the list',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    handler: ({ text }) => {
      setTodos((current) => [...current, text]);
      return `Added "${text}".`;
    },
  });

  return (
    <section>
      <h1>Todos ({status})</h1>
      <ul>
        {todos.map((todo) => (
          <li key={todo}>{todo}</li>
        ))}
      </ul>
    </section>
  );
}
