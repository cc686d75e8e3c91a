import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadScreenOf } from './app/places.ts';
import { applyTheme } from './app/theme.ts';
import './theme.css';

applyTheme();
loadScreenOf(window.location.pathname);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
