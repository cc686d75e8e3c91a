import type { AgentEvent, PermissionRequest } from '@symphony/domain';
import { oneLine } from './brief.ts';
import { mcpToolName, pathIn, type ToolItem } from './items.ts';
import { innerCommand } from './shell-command.ts';
import {
  type CodexRequest,
  type Fields,
  fieldsOf,
  listOf,
  METHOD_NOT_FOUND,
  numberOf,
  type Reply,
  textOf,
  textsOf,
} from './wire.ts';

/** A request of codex that waits for somebody's answer. One request may hold several questions. */
export interface Ask {
  readonly ids: readonly string[];
  readonly events: readonly AgentEvent[];
  /** Once all of its questions are answered. */
  reply(answers: ReadonlyMap<string, string>): Reply;
}

/** What is known about the items of the turn: a request about a file change does not say which files. */
export interface AskContext {
  readonly chamber: string;
  readonly tools: ReadonlyMap<string, ToolItem>;
}

/** Every request is answered, by somebody or at once: one that is not would hold the turn up for ever. */
export function readRequest(request: CodexRequest, context: AskContext): Ask | Reply {
  const { method, params } = request;
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return permission(request, commandWanted(params), DECISIONS);
    case 'item/fileChange/requestApproval':
      return permission(request, changeWanted(params, context), DECISIONS);
    case 'item/permissions/requestApproval':
      return permission(request, rightsWanted(params, context.chamber), {
        allow: { permissions: params.permissions ?? {}, scope: 'turn' },
        deny: { permissions: {}, scope: 'turn' },
      });
    case 'mcpServer/elicitation/request':
      return elicitation(request);
    case 'item/tool/requestUserInput':
      return questions(request);
    case 'item/tool/call':
      return unsupportedTool(textOf(params.tool));
    // The two forms of codex's first protocol, which it may still use.
    case 'execCommandApproval':
      return permission(request, commandWanted({ command: textsOf(params.command).join(' ') }), REVIEWS);
    case 'applyPatchApproval': {
      const paths = Object.keys(fieldsOf(params.fileChanges)).map((path) => pathIn(context.chamber, path));
      return permission(request, { tool: 'fileChange', summary: paths.join(', '), paths }, REVIEWS);
    }
    default:
      return { error: { code: METHOD_NOT_FOUND, message: `symphony does not answer ${method}` } };
  }
}

export const isAsk = (read: Ask | Reply): read is Ask => 'ids' in read;

/** Denied is not cancelled: the turn goes on and the model hears of it. */
const DECISIONS = { allow: { decision: 'accept' }, deny: { decision: 'decline' } };
const REVIEWS = { allow: { decision: 'approved' }, deny: { decision: 'denied' } };

type Wanted = Pick<PermissionRequest, 'tool' | 'summary'> & Partial<PermissionRequest>;

/** Ids of requests begin anew with each process, those of turns do not. */
const askId = ({ id, params }: CodexRequest): string =>
  `${textOf(params.turnId) ?? textOf(params.threadId) ?? textOf(params.conversationId) ?? 'codex'}:${id}`;

function permission(
  request: CodexRequest,
  wanted: Wanted,
  answers: { readonly allow: object; readonly deny: object },
): Ask {
  const id = askId(request);
  const summary = oneLine(wanted.summary) || wanted.tool;
  return {
    ids: [id],
    events: [{ type: 'permission', request: { command: null, paths: [], ...wanted, id, summary } }],
    reply: (given) => ({ result: given.get(id) === 'allow' ? answers.allow : answers.deny }),
  };
}

function commandWanted(params: Fields): Wanted {
  const whole = textOf(params.command);
  const command = whole === null ? null : innerCommand(whole);
  const reason = textOf(params.reason);
  const what = command ?? 'write to a command that runs';
  return { tool: 'commandExecution', command, summary: reason === null ? what : `${what} (${reason})` };
}

function changeWanted(params: Fields, { tools, chamber }: AskContext): Wanted {
  const root = textOf(params.grantRoot);
  const paths = tools.get(textOf(params.itemId) ?? '')?.paths ?? [];
  const summary = [paths.join(', ') || 'files it does not name', textOf(params.reason)]
    .filter(Boolean)
    .join(' — ');
  return { tool: 'fileChange', summary, paths: root === null ? paths : [...paths, pathIn(chamber, root)] };
}

/** It wants its own sandbox opened further, for the rest of the turn. */
function rightsWanted(params: Fields, chamber: string): Wanted {
  const { fileSystem, network } = fieldsOf(params.permissions);
  const entries = listOf(fieldsOf(fileSystem).entries).map(fieldsOf);
  const entryPath = (entry: Fields) =>
    textOf(fieldsOf(entry.path).path) ?? textOf(fieldsOf(entry.path).pattern);
  const written = entries.flatMap((entry) => (entry.access === 'write' ? [entryPath(entry)] : []));
  const paths = [...textsOf(fieldsOf(fileSystem).write), ...written.filter((path) => path !== null)];
  const inside = paths.map((path) => pathIn(chamber, path));
  const asks = [
    inside.length > 0 ? `write to ${inside.join(', ')}` : null,
    fieldsOf(network).enabled === true ? 'use the network' : null,
  ].filter(Boolean);
  const summary = [asks.join(' and ') || 'more rights', textOf(params.reason)].filter(Boolean).join(' — ');
  return { tool: 'permissions', summary, paths: inside };
}

/** Codex asks for leave to call a tool of an MCP server in the form of that server's own questions. */
function elicitation(request: CodexRequest): Ask | Reply {
  const { params } = request;
  const meta = fieldsOf(params._meta);
  const message = textOf(params.message) ?? '';
  // A form or page of a foreign server is nothing that can be answered in a line.
  if (meta.codex_approval_kind !== 'mcp_tool_call') return { result: { action: 'decline' } };
  const tool = /run tool "([^"]+)"/.exec(message)?.[1] ?? null;
  const wanted = {
    tool: mcpToolName(textOf(params.serverName), tool),
    summary: `${tool ?? message} ${JSON.stringify(meta.tool_params ?? {})}`,
  };
  return permission(request, wanted, {
    allow: { action: 'accept', content: {} },
    deny: { action: 'decline' },
  });
}

function questions(request: CodexRequest): Ask {
  const asked = listOf(request.params.questions).map(fieldsOf);
  const idOf = (question: Fields) => `${askId(request)}:${textOf(question.id) ?? ''}`;
  return {
    ids: asked.map(idOf),
    events: asked.map((question) => ({
      type: 'question',
      question: {
        id: idOf(question),
        text: textOf(question.question) ?? textOf(question.header) ?? '',
        choices: listOf(question.options).flatMap((option) => textOf(fieldsOf(option).label) ?? []),
        // Codex itself goes on without an answer when its time is over; the question is withdrawn then.
        defaultAnswer: null,
        defaultAfterMs: numberOf(request.params.autoResolutionMs),
      },
    })),
    reply: (given) => ({
      result: {
        answers: Object.fromEntries(
          asked.map((question) => [
            textOf(question.id) ?? '',
            { answers: [given.get(idOf(question)) ?? ''] },
          ]),
        ),
      },
    }),
  };
}

/** No tools were offered this way: the model hears so and goes on. */
const unsupportedTool = (tool: string | null): Reply => ({
  result: {
    contentItems: [{ type: 'inputText', text: `Unsupported dynamic tool: ${tool ?? 'unnamed'}` }],
    success: false,
  },
});
