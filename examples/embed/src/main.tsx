import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

createRoot(document.querySelector('#app') ?? document.body).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
