import { isAbsolute, relative } from 'node:path';
import { oneLine } from './brief.ts';
import { innerCommand } from './shell-command.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf } from './wire.ts';

/** An item of a turn that is work with a beginning and an end. */
export interface ToolItem {
  readonly name: string;
  readonly summary: string;
  /** The files a change is about: relative to the chamber where they lie in it. */
  readonly paths: readonly string[];
}

/** What a turn's items are besides tools: said in another way, or of no interest to anybody. */
const NO_TOOLS = new Set([
  'userMessage',
  'hookPrompt',
  'agentMessage',
  'functionCallOutput',
  'plan',
  'reasoning',
  'subAgentActivity',
  'enteredReviewMode',
  'exitedReviewMode',
  'contextCompaction',
]);

/** Null for an item that is no tool. One of a kind that is not known is taken for a tool: it is shown. */
export function readTool(item: Fields, chamber: string): ToolItem | null {
  const type = textOf(item.type) ?? '';
  if (type === '' || NO_TOOLS.has(type)) return null;
  const tool = (name: string, summary: string, paths: readonly string[] = []): ToolItem => ({
    name,
    summary: oneLine(summary) || name,
    paths,
  });
  switch (type) {
    case 'commandExecution':
      return tool(type, innerCommand(textOf(item.command) ?? ''));
    case 'fileChange': {
      const paths = changedPaths(item, chamber);
      return tool(type, paths.join(', '), paths);
    }
    case 'mcpToolCall':
      return tool(
        mcpToolName(textOf(item.server), textOf(item.tool)),
        `${textOf(item.tool)} ${JSON.stringify(item.arguments ?? {})}`,
      );
    case 'dynamicToolCall':
    case 'collabAgentToolCall':
      return tool(textOf(item.tool) ?? type, textOf(item.prompt) ?? textOf(item.tool) ?? type);
    case 'webSearch':
      return tool(type, textOf(item.query) ?? '');
    case 'imageView':
      return tool(type, textOf(item.path) ?? '');
    default:
      return tool(type, type);
  }
}

/** How an ended tool went: whether it did what was wanted, and a word about it. */
export function readOutcome(item: Fields): { readonly ok: boolean; readonly summary: string } {
  const status = textOf(item.status) ?? 'completed';
  const exitCode = numberOf(item.exitCode);
  const said = textOf(item.aggregatedOutput) ?? textOf(fieldsOf(item.error).message) ?? '';
  const ok = status === 'completed' && (exitCode ?? 0) === 0 && item.success !== false;
  const head = exitCode !== null && exitCode > 0 ? `exit ${exitCode}` : status;
  // The last lines of an output tell more than the first.
  const tail = oneLine(said.trim().slice(-250));
  return { ok, summary: tail === '' ? head : oneLine(`${head}: ${tail}`) };
}

/** As codex offers it to the model. */
export const mcpToolName = (server: string | null, tool: string | null): string =>
  `mcp__${server ?? 'unknown'}__${tool ?? 'unknown'}`;

function changedPaths(item: Fields, chamber: string): string[] {
  return listOf(item.changes).flatMap((each) => {
    const change = fieldsOf(each);
    const places = [textOf(change.path), textOf(fieldsOf(change.kind).move_path)];
    return places.flatMap((path) => (path === null ? [] : [pathIn(chamber, path)]));
  });
}

/** Relative to the chamber for what lies in it, else as it is. */
export function pathIn(chamber: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(chamber, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}
