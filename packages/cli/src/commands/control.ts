import type { OperatorCommand } from '@symphony/protocol';
import type { Command } from 'commander';
import { Complaint } from '../complaint.ts';
import { withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { oneLine } from '../screen/harmless.ts';

/** Sends one operator command and says what the conductor answered. `--json`: `{ accepted, message }`. */
export async function order(desk: Desk, command: OperatorCommand, json = false): Promise<void> {
  const { terminal } = desk;
  const answer = await withConductor(desk, ({ client }) => client.command(command));
  if (json) {
    terminal.json(answer);
    desk.endWith(answer.accepted ? 0 : 1);
    return;
  }
  if (!answer.accepted) throw new Complaint(answer.message);
  terminal.line(oneLine(answer.message));
}

interface ControlOptions {
  readonly json?: boolean;
  readonly now?: boolean;
  readonly yes?: boolean;
  readonly off?: boolean;
}

/** What an operator may ask of a conductor (C20). */
export function addControl(program: Command, desk: Desk): void {
  const by = desk.person;
  const add = (
    usage: string,
    description: string,
    examples: readonly string[],
    act: (id: string, options: ControlOptions) => Promise<void>,
  ): Command => {
    const command = program
      .command(usage)
      .description(description)
      .option('--json', 'print { accepted, message }');
    const named = usage.includes('<id>');
    command.action((first: string | ControlOptions, second: ControlOptions) =>
      named ? act(first as string, second) : act('', first as ControlOptions),
    );
    return withExamples(command, examples);
  };

  add(
    'pause <id>',
    'stop an agent when its turn ends, keeping its work',
    ['symphony pause S-3', 'symphony pause S-3 --now'],
    (id, { now, json }) => order(desk, { name: 'pause', id, now: now === true, by }, json),
  ).option('--now', 'freeze it where it is, in the middle of its turn');
  add('resume <id>', 'let a paused item go on where it was', ['symphony resume S-3'], (id, { json }) =>
    order(desk, { name: 'resume', id, by }, json),
  );
  add(
    'kill <id>',
    'stop an item until you retry it; its work stays in its chamber',
    ['symphony kill S-3', 'symphony kill S-3 --yes'],
    async (id, { yes, json }) => {
      if (await confirmed(desk, id, yes === true || json === true))
        await order(desk, { name: 'kill', id, by }, json);
    },
  ).option('-y, --yes', 'do not ask');
  add(
    'retry <id>',
    'play an item again that failed, needs you, was stopped or is merged',
    ['symphony retry S-3'],
    (id, { json }) => order(desk, { name: 'retry', id, by }, json),
  );
  add('approve <id>', 'let finished work into the merge train', ['symphony approve S-3'], (id, { json }) =>
    order(desk, { name: 'approve', id, by }, json),
  );
  const steer = program
    .command('steer <id> <words...>')
    .description('say something to an agent; it hears it with its next turn')
    .option('--json', 'print { accepted, message }')
    .action((id: string, words: readonly string[], { json }: ControlOptions) =>
      order(desk, { name: 'steer', id, text: words.join(' '), by }, json),
    );
  withExamples(steer, ['symphony steer S-3 "Keep the old interface."']);
  add(
    'drain',
    'finish what runs and start nothing new, also after a restart, until --off',
    ['symphony drain', 'symphony drain --off'],
    (_id, { off, json }) => order(desk, { name: 'drain', on: off !== true, by }, json),
  ).option('--off', 'start work again');
  add(
    'stop',
    'end the running conductor; unfinished work goes on at the next `symphony run`',
    ['symphony stop'],
    (_id, { json }) => order(desk, { name: 'stop', by }, json),
  );
}

/** Killing stops a running agent: a person at a terminal is asked first. */
async function confirmed({ terminal }: Desk, id: string, sure: boolean): Promise<boolean> {
  if (sure || !terminal.interactive) return true;
  const { createInterface } = await import('node:readline/promises');
  const ask = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await ask.question(
      `Stop ${oneLine(id)}? Its agent ends; its work stays in its chamber. [y/N] `,
    );
    if (/^y(es)?$/i.test(answer.trim())) return true;
    terminal.note('Nothing was done.');
    return false;
  } finally {
    ask.close();
  }
}
