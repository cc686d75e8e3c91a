import type { Command } from 'commander';
import { misuse } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { harmless } from '../screen/harmless.ts';
import {
  type InitResult,
  openServer,
  type ProjectAnswers,
  type ProjectGuess,
  type TrackerFlags,
} from '../server-door.ts';

/**
 * `--json`: `{ written, kept, movedAside, player, found }`. `player` is null where the configuration
 * was left as it is; `found` has `{ agent, version, known, login, detail, fix }` of each agent looked for.
 */
export function addInit(program: Command, desk: Desk): void {
  const command = program
    .command('init')
    .description('write .symphony/symphony.yaml for this repository, asking a few questions')
    .option('-y, --yes', 'take what was found without asking')
    .option('--force', 'write anew; what is there is kept under another name')
    .option('--tracker <kind>', 'where work comes from: board, github or linear')
    .option('--repository <owner/name>', 'the repository on GitHub; without it the remote `origin` is taken')
    .option('--project <project>', "a GitHub project (OWNER/NUMBER), or a Linear project's slug")
    .option('--team <key>', 'the team on Linear')
    .option('--json', 'print { written, kept, movedAside, player, found }; asks nothing')
    .action((options: InitOptions) => init(desk, options));
  withExamples(command, ['symphony init', 'symphony init --yes', 'symphony init --yes --tracker github']);
}

interface InitOptions extends TrackerFlags {
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
  // Some agents take seconds to say their version.
  if (asks) terminal.note('Looking at the repository and for coding agents…');
  const guess = await server.guessProject(workplace);
  const asked = asks ? await (await import('../init-questions.ts')).askTracker(options, guess) : options;
  const tracker = asked && (await server.trackerAnswer(asked, guess.remote));
  const answers =
    asked &&
    (asks ? await (await import('../init-questions.ts')).askProject(guess) : { ...guess, welcome: false });
  if (!answers) {
    terminal.note('Nothing was written.');
    return desk.endWith(1);
  }
  const result = await server.initProject({
    root: workplace.root,
    answers: { ...answers, tracker },
    force: options.force === true,
  });
  const player = result.written.includes(CONFIG) ? answers.player : null;
  if (options.json) return terminal.json({ ...result, player, found: foundAgents(answers) });
  terminal.lines(harmless(resultLines(result, player === null ? [] : playerLines(player, guess))));
}

const CONFIG = '.symphony/symphony.yaml';

const foundAgents = ({ found }: ProjectAnswers): object[] =>
  found.map(({ agent, presence }) => ({ agent, ...presence }));

function resultLines({ written, kept, movedAside }: InitResult, players: readonly string[]): string[] {
  return [
    ...movedAside.map(({ path, now }) => `Kept the old ${path} as ${now}`),
    ...written.map((path) => `Wrote ${path}`),
    ...kept.map((path) => `Left ${path} as it is`),
    ...(kept.length > 0 && written.length === 0 ? ['Everything was there; `--force` writes it anew.'] : []),
    ...players,
    'Next: `symphony doctor` checks the set-up, `symphony board add "…"` adds work, `symphony run` plays it.',
  ];
}

function playerLines(player: string, { found, advice }: ProjectGuess): string[] {
  const chosen = found.find(({ agent }) => agent === player);
  if (chosen) return [`Player: ${player}. ${chosen.presence.detail}`];
  const script = `Player: ${player}, which follows a script: real git, no model, no cost.`;
  return advice === null ? [script] : [script, `To let a coding agent play: ${advice}`];
}
