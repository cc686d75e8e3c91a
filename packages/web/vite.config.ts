import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * What the first visit needs, in one file. Split by who uses what it was thirty, and a browser asks one
 * server for six at a time: being let in waited for all of them.
 */
const FIRST = { name: 'first', test: /\/src\/(main|screens\/board\/index)\.tsx$/ };

/** The workbench: one page, its heavy parts split off and loaded by the screens that need them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwind()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0, // the page's content policy allows no inline scripts
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: [FIRST] } } },
  },
});
