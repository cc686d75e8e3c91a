/**
 * What a terminal shows, as a page: the program runs in a tmux of its own, and what tmux has on its
 * screen, colours and all, is drawn by xterm in the browser.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../node24.mjs';

const execute = promisify(execFile);
const SIZE = { cols: 112, rows: 24 };
const WAIT_MS = 20_000;
const LOOK_MS = 200;
const XTERM = join(ROOT, 'node_modules', '@xterm', 'xterm');

/** What the program shows once `until` is on the screen. */
export async function screenOf(argv, env, until) {
  const socket = `symphony-pictures-${process.pid}`;
  // Nobody's settings: a status line of theirs would be in the picture.
  const tmux = async (...args) => {
    const { stdout } = await execute('tmux', ['-L', socket, '-f', '/dev/null', ...args], {
      env: { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: undefined },
    });
    return stdout;
  };
  const size = ['-x', String(SIZE.cols), '-y', String(SIZE.rows)];
  try {
    await tmux('new-session', '-d', ...size, ...argv, ';', 'set', '-g', 'status', 'off');
    await shows(tmux, until);
    return await tmux('capture-pane', '-e', '-p');
  } finally {
    await tmux('kill-server').catch(() => undefined); // it ends by itself with its program
  }
}

async function shows(tmux, words) {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const screen = await tmux('capture-pane', '-p');
    if (words.test(screen)) return;
    if (Date.now() > until) throw new Error(`The terminal never showed ${words}:\n${screen}`);
    await sleep(LOOK_MS);
  }
}

/** A picture of that screen, as PNG. */
export async function drawScreen(browser, screen) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const read = (path) => readFileSync(join(XTERM, path), 'utf8');
  await page.setContent(`<style>${read('css/xterm.css')} body { margin: 0; background: #0e1116 }
    #screen { display: inline-block; padding: 14px 18px }</style><div id="screen"></div>`);
  await page.addScriptTag({ content: read('lib/xterm.js') });
  await page.evaluate(
    ({ text, size }) =>
      new Promise((done) => {
        const terminal = new globalThis.Terminal({
          ...size,
          fontSize: 14,
          fontFamily: 'DejaVu Sans Mono, Menlo, monospace',
          cursorInactiveStyle: 'none',
          theme: { background: '#0e1116', foreground: '#e8ebf1' },
        });
        terminal.open(document.querySelector('#screen'));
        terminal.write(text, () => requestAnimationFrame(() => requestAnimationFrame(done)));
      }),
    { text: screen.trimEnd().replaceAll('\n', '\r\n'), size: SIZE },
  );
  const picture = await page.locator('#screen').screenshot();
  await page.close();
  return picture;
}
