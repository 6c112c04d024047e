import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followTheme } from './state/theme.ts';
import { enter } from './state/workspace.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/sidebar.css';
import './styles/conversation.css';
import './styles/browser.css';
import './styles/panels.css';
import './styles/connected.css';
import './styles/sessions.css';
import './styles/timeline.css';
import './styles/dialogs.css';

followTheme();
void enter();
createRoot(document.querySelector('#app') ?? document.body).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
