import type { Command } from 'commander';
import { misuse } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { harmless } from '../screen/harmless.ts';
import { type InitResult, openServer } from '../server-door.ts';

/** `--json`: `{ written, kept, movedAside }`. */
export function addInit(program: Command, desk: Desk): void {
  const command = program
    .command('init')
    .description('write .symphony/symphony.yaml for this repository, asking a few questions')
    .option('-y, --yes', 'take what was found without asking')
    .option('--force', 'write anew; what is there is kept under another name')
    .option('--json', 'print { written, kept, movedAside }; asks nothing')
    .action((options: InitOptions) => init(desk, options));
  withExamples(command, ['symphony init', 'symphony init --yes']);
}

interface InitOptions {
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

async function init(desk: Desk, options: InitOptions): Promise<void> {
  const { terminal } = desk;
  const asks = !options.yes && !options.json;
  if (asks && !terminal.interactive) {
    throw misuse(
      'There is no terminal to ask questions on.',
      'Use `symphony init --yes` to take what is found.',
    );
  }
  const server = await openServer();
  const workplace = await server.findWorkplace(desk.folder());
  const guess = await server.guessProject(workplace);
  const answers = asks
    ? await (await import('../init-questions.ts')).askProject(guess)
    : { ...guess, welcome: false };
  if (!answers) {
    terminal.note('Nothing was written.');
    return desk.endWith(1);
  }
  const result = await server.initProject({ root: workplace.root, answers, force: options.force === true });
  if (options.json) return terminal.json(result);
  terminal.lines(harmless(resultLines(result)));
}

function resultLines({ written, kept, movedAside }: InitResult): string[] {
  return [
    ...movedAside.map(({ path, now }) => `Kept the old ${path} as ${now}`),
    ...written.map((path) => `Wrote ${path}`),
    ...kept.map((path) => `Left ${path} as it is`),
    ...(kept.length > 0 && written.length === 0 ? ['Everything was there; `--force` writes it anew.'] : []),
    'Next: `symphony doctor` checks the set-up, `symphony board add "…"` adds work, `symphony run` plays it.',
  ];
}
