import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Channel, NotTold } from './channel.ts';
import type { Notice, NoticeKind } from './notice.ts';

const run = promisify(execFile);
const PATIENCE_MS = 5_000;

export interface DesktopOptions {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}

/** Shown by the system's own program for it. */
export const desktopTeller =
  ({ platform, env }: DesktopOptions): Channel['tell'] =>
  async (notice, signal) => {
    const [program, args] = desktopCommand(notice, platform);
    try {
      await run(program, args, { env, signal, timeout: PATIENCE_MS });
    } catch (error) {
      if (signal.aborted) throw new NotTold('Symphony is stopping', true);
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') throw new NotTold(`the program ${program} is not installed`, false);
      throw new NotTold(`${program} failed; is a person logged in at this machine's screen?`, false);
    }
  };

const URGENCY: Readonly<Record<NoticeKind, string>> = {
  needs_human: 'normal',
  question: 'normal',
  budget: 'normal',
  failed: 'normal',
  done: 'low',
  reminder: 'normal',
};

/** Texts are arguments of their own and never part of a script: they are somebody else's. */
function desktopCommand({ kind, title, text, link }: Notice, platform: NodeJS.Platform): [string, string[]] {
  const body = [text, link].filter((each) => each !== null && each !== '').join('\n');
  if (platform === 'darwin') {
    const script = 'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';
    return ['osascript', ['-e', script, title, body]];
  }
  return [
    'notify-send',
    ['--app-name=Symphony', `--urgency=${URGENCY[kind]}`, '--', title, markupFree(body)],
  ];
}

/** The body may hold markup by the desktop's specification; ours has none. */
const markupFree = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
