import type { StatusView } from '@symphony/domain';
import { counted, groupOf } from '@symphony/protocol/words';
import type { Command } from 'commander';
import { Complaint, misuse } from '../complaint.ts';
import { withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { askedLines, inboxLines } from '../screen/inbox-screen.ts';
import { readStdin } from '../stdin.ts';
import { order } from './control.ts';

/** `inbox --json`: `{ questions: QuestionView[], approvals: string[] }`. */
export function addInbox(program: Command, desk: Desk): void {
  const { terminal } = desk;
  const inbox = program
    .command('inbox')
    .description('list the questions and approvals that wait for you')
    .option('--json', 'print { questions, approvals }')
    .action(async (options: { json?: boolean }) => {
      const view = await withConductor(desk, ({ client }) => client.status());
      if (options.json)
        return terminal.json({ questions: view.inbox, approvals: view.train.awaitingApproval });
      const lines = inboxLines(view, terminal.frame());
      terminal.lines(lines.length > 0 ? lines : [emptyWords(view)]);
    });
  withExamples(inbox, ['symphony inbox', 'symphony inbox --json | jq -r ".questions[].item"']);

  const answer = program
    .command('answer <id> [text]')
    .description(
      'answer the open question of an item, a melody, a mission or a chat; `-` reads the text from standard input',
    )
    .option('--question <id>', 'which question, when there are several')
    .option('--json', 'print { accepted, message }')
    .action((id: string, text: string | undefined, options: { question?: string; json?: boolean }) =>
      giveAnswer(desk, id, text, options),
    );
  withExamples(answer, [
    'symphony answer S-3 yes',
    'symphony answer S-3 --question q-1 "Use the second one"',
    'symphony answer dates --question D1 "rework: leave the third format out"',
  ]);
}

/** An empty inbox is not the same as nothing to do: failed items and a held train wait elsewhere. */
function emptyWords(view: StatusView): string {
  const stuck = view.items.filter((item) => groupOf(item, view) === 'needs-you').length;
  const missions = view.missions.filter(({ needsYou }) => needsYou).length;
  if (stuck + missions === 0 && view.train.held === null) return 'The inbox is empty: nothing waits for you.';
  const what = [
    ...(stuck > 0 ? [`${counted(stuck, 'item needs', 'items need')} you`] : []),
    ...(missions > 0 ? [`${counted(missions, 'mission needs', 'missions need')} you`] : []),
    ...(view.train.held === null ? [] : ['the merge train waits']),
  ].join(' and ');
  return `Nobody asks and nothing is to be approved, but ${what}: \`symphony status\` says why.`;
}

async function giveAnswer(
  desk: Desk,
  id: string,
  given: string | undefined,
  options: { question?: string; json?: boolean },
): Promise<void> {
  const text = given === '-' ? await readStdin() : (given ?? (await askPerson(desk, id, options.question)));
  if (text.trim() === '')
    throw misuse('The answer is empty.', `Use \`symphony answer ${id} "your answer"\`.`);
  await order(
    desk,
    { name: 'answer', id, question: options.question ?? null, text, by: desk.person },
    options.json,
  );
}

/** Shows the question and reads one line; only where somebody is there to type it. */
async function askPerson(desk: Desk, id: string, question: string | undefined): Promise<string> {
  const { terminal } = desk;
  if (!terminal.interactive)
    throw misuse('The answer is missing.', `Use \`symphony answer ${id} "your answer"\`.`);
  const view = await withConductor(desk, ({ client }) => client.status());
  const same = (a: string) => a.toLowerCase() === id.toLowerCase();
  const asked = view.inbox.filter(
    (each) =>
      same(each.item) &&
      (question === undefined || each.question.id.toLowerCase() === question.toLowerCase()),
  );
  if (asked.length === 0) throw new Complaint(`${id} has no open question.`, 'See `symphony inbox`.');
  terminal.lines(asked.flatMap((each) => askedLines(each, terminal.frame())));
  const { createInterface } = await import('node:readline/promises');
  const ask = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await ask.question('Your answer: ');
  } finally {
    ask.close();
  }
}
