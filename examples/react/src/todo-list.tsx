import { useTool } from '@btcp/react';
import { type FormEvent, useRef, useState } from 'react';

const START = [
  { id: 1, text: 'Write the outline', isDone: true },
  { id: 2, text: 'Book a quiet room', isDone: false },
  { id: 3, text: 'Ask Grace for a review', isDone: false },
];

export function TodoList() {
  const [todos, setTodos] = useState(START);
  const lastId = useRef(START.length);

  function add(text: string) {
    lastId.current += 1;
    const todo = { id: lastId.current, text, isDone: false };
    setTodos((current) => [...current, todo]);
    return todo;
  }

  function setDone(id: number, isDone: boolean) {
    setTodos((current) => current.map((todo) => (todo.id === id ? { ...todo, isDone } : todo)));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text')).trim();
    if (text) add(text);
    form.reset();
  }

  useTool({ name: 'list_todos', description: 'Lists the todos with their ids.', handler: () => ({ todos }) });

  useTool({
    name: 'add_todo',
    description: 'Adds a todo to the end of the list.',
    inputSchema: { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
    handler: ({ text }) => add(text),
  });

  useTool({
    name: 'set_todo_done',
    description: 'Marks a todo as done, or as not done.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'integer' }, isDone: { type: 'boolean' } },
      required: ['id', 'isDone'],
    },
    handler: ({ id, isDone }) => {
      const todo = todos.find((each) => each.id === id);
      if (!todo) throw new Error(`No todo has the id ${id}: list_todos lists them.`);
      setDone(id, isDone);
      return { ...todo, isDone };
    },
  });

  return (
    <section className="card">
      <h2>
        Todos{' '}
        <small>
          {todos.filter(({ isDone }) => isDone).length} of {todos.length} done
        </small>
      </h2>
      <form onSubmit={submit}>
        <input name="text" placeholder="What is next?" aria-label="New todo" autoComplete="off" />
        <button type="submit">Add</button>
      </form>
      <ul className="todos">
        {todos.map(({ id, text, isDone }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={isDone} onChange={() => setDone(id, !isDone)} />
              <span>{text}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
