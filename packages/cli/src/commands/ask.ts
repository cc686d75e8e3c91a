import { type Command, InvalidArgumentError } from 'commander';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';

/**
 * `--json`: `{ chat, session, success, state, answer, error, cost, plan, steps }`, where the steps are tool calls as
 * in the ChatView of packages/domain/src/runtime/chat.ts.
 */
export function addAsk(program: Command, desk: Desk): void {
  const command = program
    .command('ask <question>')
    .description('ask one question and print the answer; `-` reads the question from standard input')
    .option('-f, --file <path>', 'give a text file along; may be given several times', onMore, [])
    .option('--resume <chat>', 'go on in this chat instead of beginning one')
    .option('--timeout <duration>', 'stop after this long, as 30s or 5m', milliseconds)
    .option('-y, --yes', 'let tools write and execute without asking')
    .option('-q, --quiet', 'do not tell which tools are used')
    .option('--json', 'print the answer with how it came about as JSON')
    .action(async (question: string, options) => {
      await (await import('../chat/one-shot.ts')).askOnce(desk, question, options);
    });
  withExamples(command, [
    'symphony ask "where is the retry policy decided?"',
    'symphony ask "what changed since yesterday?" --json | jq -r .answer',
    'git diff | symphony ask - --timeout 2m',
  ]);
}

export function milliseconds(text: string): number {
  const read = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[read?.[2] ?? 's'] ?? 1_000;
  const ms = Number(read?.[1]) * unit;
  if (!(ms > 0)) throw new InvalidArgumentError('It must be a duration such as 30s or 5m.');
  return ms;
}

/** Names of files may have commas in them. */
const onMore = (path: string, before: readonly string[]): string[] => [...before, path];
