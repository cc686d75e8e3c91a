import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { Complaint } from '../complaint.ts';
import { readHolder } from '../connection.ts';
import { withoutToken, workbenchOf } from '../daemon/workbench.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { findRoot } from '../repository.ts';

interface OpenOptions {
  readonly print?: boolean;
  readonly json?: boolean;
}

/** `--json`: `{ url }`, with the token. */
export function addOpen(program: Command, desk: Desk): void {
  const command = program
    .command('open')
    .description('open the workbench in your browser; where there is none, print its address')
    .option('--print', 'only print the address, with the token that lets you in')
    .option('--json', 'print { url }, with the token that lets you in')
    .action((options: OpenOptions) => open(desk, options));
  withExamples(command, ['symphony open', 'symphony open --print']);
}

async function open({ terminal, folder }: Desk, options: OpenOptions): Promise<void> {
  const root = await findRoot(folder());
  const holder = await readHolder(root);
  if (!holder)
    throw new Complaint('Nothing runs here, so there is no workbench.', 'Start it with `symphony up`.');
  const url = await workbenchOf(root, holder);
  if (options.json) return terminal.json({ url });
  const browser = options.print ? null : browserFor(process.platform, terminal.env);
  if (browser === null || !(await started(browser, url))) return terminal.line(url);
  terminal.line(`The workbench opens in your browser: ${withoutToken(url)}`);
}

/** The program that opens an address; null where no screen is to be seen. */
function browserFor(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | null {
  if (env.BROWSER) return env.BROWSER;
  if (platform === 'darwin') return 'open';
  return env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : null;
}

function started(program: string, url: string): Promise<boolean> {
  const child = spawn(program, [url], { detached: true, stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
