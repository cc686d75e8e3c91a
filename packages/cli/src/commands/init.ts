import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
    .option(
      '--endpoint <address>',
      "the tracker's API where it is not the usual one, as with GitHub Enterprise",
    )
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
  const mayAsk = !options.yes && !options.json;
  if (mayAsk && !terminal.interactive) {
    throw misuse(
      'There is no terminal to ask questions on.',
      'Use `symphony init --yes` to take what is found.',
    );
  }
  const server = await openServer();
  const workplace = await server.findWorkplace(desk.folder());
  // A configuration that is there is kept, so answers would come to nothing.
  const asks = mayAsk && (options.force === true || !existsSync(join(workplace.root, CONFIG)));
  // Some agents take seconds to say their version.
  if (asks) terminal.note('Looking at the repository and for coding agents…');
  const guess = await server.guessProject(workplace);
  const answers = asks ? await ask(server, options, guess) : await takeAsFound(server, options, guess);
  if (!answers) return desk.endWith(1);
  const result = await server.initProject({
    root: workplace.root,
    answers,
    force: options.force === true,
  });
  const player = result.written.includes(CONFIG) ? answers.player : null;
  if (options.json) return terminal.json({ ...result, player, found: foundAgents(answers) });
  const players = player === null ? [] : playerLines(player, guess);
  terminal.lines(harmless([...resultLines(result, players), nextLine(answers)]));
}

type Server = Awaited<ReturnType<typeof openServer>>;

async function ask(server: Server, flags: TrackerFlags, guess: ProjectGuess): Promise<ProjectAnswers | null> {
  const [{ intro }, { askProject }, { askTracker }] = await Promise.all([
    import('@clack/prompts'),
    import('../init-questions.ts'),
    import('../init-tracker.ts'),
  ]);
  intro('Symphony in this repository');
  const tracker = await askTracker(flags, guess, {
    answer: (asked) => server.trackerAnswer(asked, guess.remote, process.env),
    attempt: (choice) => server.tryTracker(choice, process.env),
  });
  if (tracker === undefined) return null;
  const answers = await askProject(guess);
  return answers && { ...answers, tracker };
}

const takeAsFound = async (
  server: Server,
  flags: TrackerFlags,
  guess: ProjectGuess,
): Promise<ProjectAnswers> => ({
  ...guess,
  welcome: false,
  tracker: await server.trackerAnswer(flags, guess.remote, process.env),
});

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
  ];
}

function nextLine({ tracker }: ProjectAnswers): string {
  const doctor = 'Next: `symphony doctor` checks the set-up';
  if (!tracker) return `${doctor}, \`symphony board add "…"\` adds work, \`symphony run\` plays it.`;
  const variable = Object.values(tracker.provider)
    .find((value) => value.startsWith('$'))
    ?.slice(1);
  const set = variable === undefined || process.env[variable] ? '' : ` once ${variable} is set`;
  const work = tracker.kind === 'linear' ? 'every issue in Todo or In Progress' : 'every open issue';
  return `${doctor}${set}, \`symphony run\` plays ${work}; \`tracker.required_labels\` makes it fewer.`;
}

function playerLines(player: string, { found, advice }: ProjectGuess): string[] {
  const chosen = found.find(({ agent }) => agent === player);
  if (chosen) return [`Player: ${player}. ${chosen.presence.detail}`];
  const script = `Player: ${player}, which follows a script: real git, no model, no cost.`;
  return advice === null ? [script] : [script, `To let a coding agent play: ${advice}`];
}
