import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isOneOf, type TrackedItem } from '@symphony/domain';
import { Complaint, misuse } from './complaint.ts';
import type { Desk } from './desk.ts';
import { type Column, cut, table } from './screen/columns.ts';
import { harmless } from './screen/harmless.ts';
import { type BoardDoor, type ItemChanges, openServer } from './server-door.ts';
import { readStdin } from './stdin.ts';

export interface ItemOptions {
  readonly title?: string;
  readonly description?: string;
  readonly label?: readonly string[];
  readonly priority?: number;
  readonly blockedBy?: readonly string[];
  readonly state?: string;
  readonly json?: boolean;
}

async function openBoard(desk: Desk): Promise<BoardDoor> {
  const server = await openServer();
  return server.openBoardOf(await server.findWorkplace(desk.folder()));
}

export async function addItem(desk: Desk, title: string, options: ItemOptions): Promise<TrackedItem> {
  if (title.trim() === '')
    throw misuse('A work item needs a title.', 'Try `symphony board add "Fix the date parser"`.');
  const board = await openBoard(desk);
  return board.add({ ...(await changesOf(options)), title });
}

async function changesOf({
  title,
  description,
  label,
  priority,
  blockedBy,
  state,
}: ItemOptions): Promise<ItemChanges> {
  return {
    title,
    description: description === '-' ? await readStdin() : description,
    labels: label,
    priority,
    blockedBy,
    state,
  };
}

const COLUMNS: readonly Column[] = [
  { max: 14 },
  { max: 14 },
  { max: 3, align: 'right' },
  { max: 'rest' },
  { max: 20 },
];

export async function listItems(
  desk: Desk,
  options: { state?: readonly string[]; json?: boolean },
): Promise<void> {
  const { terminal } = desk;
  const { items, problems } = await (await openBoard(desk)).list();
  const { state } = options;
  const shown = state ? items.filter((item) => isOneOf(item.state, state)) : items;
  if (options.json) return terminal.json({ items: shown, problems });
  const { columns, paint } = terminal.frame();
  const rows = harmless(shown).map((item) => [
    { text: item.identifier, style: 'strong' } as const,
    { text: item.state, style: 'accent' } as const,
    { text: item.priority === null ? '' : String(item.priority), style: 'dim' } as const,
    { text: item.title },
    { text: item.labels.join(', '), style: 'dim' } as const,
  ]);
  terminal.lines(table(rows, COLUMNS, columns, paint));
  if (shown.length === 0)
    terminal.line('No items here yet. Add one with `symphony board add "Fix the date parser"`.');
  for (const { where, message } of harmless(problems)) terminal.note(cut(`! ${where}: ${message}`, columns));
}

export async function showItem(desk: Desk, id: string, json: boolean): Promise<void> {
  const { item, path, text } = await (await openBoard(desk)).show(id);
  if (json) return desk.terminal.json(item);
  desk.terminal.line(desk.terminal.paint('dim', harmless(path)));
  desk.terminal.line(harmless(text).trimEnd());
}

export async function moveItem(desk: Desk, id: string, state: string): Promise<TrackedItem> {
  const board = await openBoard(desk);
  await board.moveTo(id, state);
  return (await board.show(id)).item;
}

export async function editItem(desk: Desk, id: string, options: ItemOptions): Promise<TrackedItem> {
  const board = await openBoard(desk);
  const { json: _, ...given } = options;
  if (Object.keys(given).length > 0) return board.edit(id, await changesOf(given));
  await openEditor(desk, await board.pathOf(id));
  return (await board.show(id)).item;
}

/** As git does it: the variable may hold arguments, so a shell reads it; the path is never part of the script. */
async function openEditor({ terminal }: Desk, path: string): Promise<void> {
  const editor = terminal.env.VISUAL || terminal.env.EDITOR;
  if (!editor) {
    throw new Complaint(
      'No editor is set.',
      `Set EDITOR, use the options of \`board edit\`, or open ${path} yourself.`,
    );
  }
  const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', path], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new Complaint(`The editor ended with ${code ?? 'a signal'}.`, 'The item is as the editor left it.');
}
