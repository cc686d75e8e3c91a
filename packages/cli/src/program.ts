import { Command } from 'commander';
import { addArtifact } from './commands/artifact.ts';
import { addAsk } from './commands/ask.ts';
import { addAttach } from './commands/attach.ts';
import { addBoard } from './commands/board.ts';
import { addChamber } from './commands/chamber.ts';
import { addChat } from './commands/chat.ts';
import { addClean } from './commands/clean.ts';
import { addConfig } from './commands/config.ts';
import { addControl } from './commands/control.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDown } from './commands/down.ts';
import { addEvents } from './commands/events.ts';
import { addExplain } from './commands/explain.ts';
import { addInbox } from './commands/inbox.ts';
import { addInit } from './commands/init.ts';
import { addLab } from './commands/lab.ts';
import { addLogs } from './commands/logs.ts';
import { addMelody } from './commands/melody.ts';
import { addMission } from './commands/mission.ts';
import { addOpen } from './commands/open.ts';
import { addRun } from './commands/run.ts';
import { addStats } from './commands/stats.ts';
import { addStatus } from './commands/status.ts';
import { addTui } from './commands/tui.ts';
import { addUp } from './commands/up.ts';
import { addVersion } from './commands/version.ts';
import type { Desk } from './desk.ts';
import { withExamples } from './examples.ts';
import { oneLine } from './screen/harmless.ts';

/** Every command, in the order `--help` lists them. Their work is loaded when they are called. */
export function symphonyProgram(desk: Desk): Command {
  const program = new Command('symphony')
    .description('Runs a team of coding agents on your repository and stays in command of them.')
    .option('-C, --repo <path>', 'work on the repository at this path instead of the current folder')
    .version(desk.version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'explain a command')
    .exitOverride()
    .configureOutput({
      outputError: (text) => {
        const [sentence = '', ...rest] = text
          .replace(/^error: /, '')
          .trim()
          .split('\n');
        desk.terminal.note(`${desk.terminal.paintError('bad', 'symphony:')} ${oneLine(sentence)}`);
        const hint = rest
          .join(' ')
          .replace(/^\((.*)\)$/, '$1')
          .trim();
        desk.terminal.note(`  ${oneLine(hint) || 'See `symphony --help`, or `symphony help COMMAND`.'}`);
      },
    });
  withExamples(program, [
    'symphony run "make the tests pass"',
    'symphony board add "Add a --verbose flag" && symphony run --exit-when-idle',
    'symphony up && symphony open',
    'symphony status',
  ]);
  program.addHelpText(
    'after',
    '\nExit codes: 0 done, 1 failed, 2 wrong use. SYMPHONY_DEBUG=1 adds stacks to errors.',
  );
  const families = [
    addInit,
    addRun,
    addUp,
    addDown,
    addOpen,
    addStatus,
    addTui,
    addAttach,
    addExplain,
    addInbox,
    addControl,
    addEvents,
    addLogs,
    addChat,
    addAsk,
    addBoard,
    addChamber,
    addMelody,
    addMission,
    addStats,
    addLab,
    addArtifact,
    addClean,
    addConfig,
    addDoctor,
    addVersion,
  ];
  for (const add of families) add(program, desk);
  return program;
}
