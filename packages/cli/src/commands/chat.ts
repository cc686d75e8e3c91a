import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';

/**
 * `--json`: ChatBatch values of packages/domain/src/runtime/chat.ts, one a line. `--list --json`: ChatHead values.
 * `--export ID`: a ConversationRecord for each request.
 */
export function addChat(program: Command, desk: Desk): void {
  const command = program
    .command('chat')
    .description('talk with Symphony about this repository; it remembers, plans and uses tools')
    .option('-r, --resume [chat]', 'go on in this chat; without an id in the last one')
    .option('-l, --list', 'list the chats there are')
    .option('--export <chat>', 'print all of a chat as JSON')
    .option('-y, --yes', 'let tools write and execute without asking')
    .option('--json', 'print what happens as JSON, one batch a line')
    .action((options: ChatOptions) => chat(desk, options));
  withExamples(command, [
    'symphony chat',
    'symphony chat --resume',
    'symphony chat --list',
    'echo "what is this repository about?" | symphony chat',
  ]);
}

interface ChatOptions {
  readonly resume?: string | true;
  readonly list?: boolean;
  readonly export?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

async function chat(desk: Desk, options: ChatOptions): Promise<void> {
  const { terminal } = desk;
  if (!options.list && options.export === undefined)
    return (await import('../chat/talk.ts')).talk(desk, options);
  const { withChats } = await import('../chat/reach.ts');
  await withChats(desk, async ({ client }) => {
    if (options.export !== undefined)
      return terminal.json(await client.ask('chat-export', { id: options.export }));
    const chats = await client.ask('chats', {});
    if (options.json) return terminal.json(chats);
    const { chatListLines } = await import('../screen/chat-screen.ts');
    terminal.lines(chatListLines(chats, terminal.frame()));
  });
}
