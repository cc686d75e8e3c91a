import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadScreenOf } from './app/places.ts';
import { enter } from './app/session.ts';
import { applyTheme } from './app/theme.ts';
import './theme.css';

// Before anything else is asked for or drawn: the board comes only to those who were let in.
const entering = enter();
applyTheme();
loadScreenOf(window.location.pathname);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App entering={entering} />
    </StrictMode>,
  );
