import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';

/** The page as a server renders it. */
export function render(serverUrl: string): string {
  return renderToString(<App serverUrl={serverUrl} />);
}

/** The same without a provider. */
export function renderAlone(): string {
  return renderToString(<App serverUrl="ws://127.0.0.1:1" isAlone />);
}
