import type { Instant, Json } from '@symphony/domain';
import type { Learned } from '../learning/experience.ts';
import type { Execution, SessionStory } from './history.ts';
import { byTool } from './insights.ts';

/** What is known around a session, most important first: what a prompt is given of it. */
export type ContextTree = {
  readonly sessionId: string;
  readonly rootNodes: readonly ContextNode[];
  readonly totalNodes: number;
  readonly contextDepth: number;
  readonly metadata: { readonly builtAt: Instant; readonly executions: number; readonly patterns: number };
};

export type ContextNode = {
  readonly id: string;
  readonly type: 'tool' | 'workflow' | 'team' | 'task' | 'environment' | 'user_data';
  readonly title: string;
  /** 1..10. */
  readonly priority: number;
  readonly children: readonly ContextNode[];
  readonly executionContext?: { readonly [key: string]: Json };
};

export interface TreeMaterial {
  readonly sessionId: string;
  /** Oldest first. */
  readonly executions: readonly Execution[];
  /** Newest first. */
  readonly stories: readonly SessionStory[];
  readonly learned: readonly Learned[];
  /** Null: nobody told which there are. */
  readonly tools: readonly string[] | null;
  readonly now: Instant;
}

/** With these bounds a tree never has more than 47 nodes. */
const MOST_EXECUTIONS = 15;
const MOST_PER_TOOL = 5;
const MOST_LEARNED = 5;
const MOST_STORIES = 3;
const MINUTE_MS = 60_000;

export function buildTree(material: TreeMaterial): ContextTree {
  const { sessionId, executions, stories, learned, tools, now } = material;
  const rootNodes: readonly ContextNode[] = [
    node('environment', 'environment', 'Surroundings', 10, tools ? [toolsNode(tools)] : []),
    node('workflows', 'workflow', 'Plans', 9, stories.flatMap(planNode).slice(0, MOST_STORIES)),
    node('tool_executions', 'tool', 'Tools used', 8, toolNodes(executions, now)),
    node('session', 'user_data', 'Requests', 7, stories.slice(0, MOST_STORIES).map(requestNode)),
    node('learning', 'user_data', 'What was learned', 6, learned.slice(0, MOST_LEARNED).map(learnedNode)),
  ];
  return {
    sessionId,
    rootNodes,
    totalNodes: countNodes(rootNodes),
    contextDepth: depthOf(rootNodes),
    metadata: { builtAt: now, executions: executions.length, patterns: learned.length },
  };
}

/** What is recent, worked and was quick matters more; the further back in the list, the less. */
export function executionPriority(
  { at, success, durationMs }: Pick<Execution, 'at' | 'success' | 'durationMs'>,
  index: number,
  now: Instant,
): number {
  const minutes = (now - at) / MINUTE_MS;
  const recent = minutes < 5 ? 3 : minutes < 30 ? 2 : minutes < 120 ? 1 : 0;
  const priority = 5 + recent + (success ? 2 : 0) + (durationMs < 1_000 ? 1 : 0) - Math.floor(index / 3);
  return Math.min(10, Math.max(1, priority));
}

function toolNodes(executions: readonly Execution[], now: Instant): readonly ContextNode[] {
  const newest = [...executions].reverse().slice(0, MOST_EXECUTIONS);
  const ranked = new Map(newest.map((each, index) => [each, executionPriority(each, index, now)] as const));
  return [...byTool(newest)].map(([tool, calls]) => {
    const children = calls.slice(0, MOST_PER_TOOL).map((call) => executionNode(call, ranked.get(call) ?? 1));
    const priority = Math.max(...children.map((each) => each.priority));
    return node(`tool:${tool}`, 'tool', tool, priority, children, { tool });
  });
}

const executionNode = (call: Execution, priority: number): ContextNode =>
  node(
    `execution:${call.seq}`,
    'task',
    `${call.tool} ${call.success ? 'worked' : `failed: ${call.error ?? 'it did not say why'}`}`.slice(0, 200),
    priority,
    [],
    {
      tool: call.tool,
      success: call.success,
      durationMs: call.durationMs,
      at: call.at,
      session: call.session,
    },
  );

const toolsNode = (tools: readonly string[]): ContextNode =>
  node('tools', 'environment', `${tools.length} tools`, 10, [], { tools });

const planNode = ({ session, plan }: SessionStory): readonly ContextNode[] =>
  plan
    ? [
        node(`plan:${session}:${plan.planId}`, 'workflow', plan.request.slice(0, 200), 9, [], {
          status: plan.status,
          steps: plan.steps.length,
        }),
      ]
    : [];

const requestNode = ({ session, request, agent, success }: SessionStory): ContextNode =>
  node(`session:${session}`, 'user_data', request.slice(0, 200), 7, [], { agent, success });

const learnedNode = ({ id, subject, choice, confidence }: Learned): ContextNode =>
  node(`learned:${id}`, 'user_data', `${choice} for "${subject}"`, 6, [], { tool: choice, confidence });

function node(
  id: string,
  type: ContextNode['type'],
  title: string,
  priority: number,
  children: readonly ContextNode[],
  executionContext?: { readonly [key: string]: Json },
): ContextNode {
  return { id, type, title, priority, children, ...(executionContext ? { executionContext } : {}) };
}

export const countNodes = (nodes: readonly ContextNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countNodes(children), 0);

export const depthOf = (nodes: readonly ContextNode[]): number =>
  nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children }) => depthOf(children)));
