import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { wholeNumber, withExamples } from '../examples.ts';

/** `--json`: the LabReport of packages/server/src/lab, with `artifact`: where it is kept. */
export function addLab(program: Command, desk: Desk): void {
  const command = program
    .command('lab <file>')
    .description('play a set of requests with two configurations and tell which does better')
    .option(
      '-a <configuration>',
      'the first: direct, enhanced, reflection, model=NAME, joined with commas',
      'direct',
    )
    .option('-b <configuration>', 'the second, likewise', 'enhanced')
    .option('--rounds <number>', 'how often each request is played', wholeNumber, 1)
    .option('--seed <number>', 'decides the order and the intervals', wholeNumber, 1)
    .option('--json', 'print the report as JSON')
    .action(async (file: string, options) => {
      await (await import('../lab.ts')).compare(desk, file, options);
    });
  withExamples(command, [
    'symphony lab requests.yaml',
    'symphony lab requests.yaml -a model=claude-haiku-5-5 -b model=claude-opus-5-5 --rounds 3',
    'symphony lab requests.jsonl --json | jq .difference.completion',
  ]);
}
