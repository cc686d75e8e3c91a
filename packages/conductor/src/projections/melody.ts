import type {
  GateNode,
  Json,
  MelodyRunView,
  MelodyView,
  NodePath,
  NodeState,
  QuestionView,
  StepView,
  Values,
} from '@symphony/domain';
import { fillPlaceholders } from '@symphony/domain';
import { isAgentNode, isOver, type MelodyRun, workIdOf } from '../melody/melody-run.ts';
import { nodeScope } from '../melody/node-scope.ts';
import type { ConductorState } from '../state.ts';

export function melodyRunView(run: MelodyRun): MelodyRunView {
  const { melody, flow } = run;
  const now: string[] = [];
  if (!isOver(run))
    for (const { path, state } of flow.active())
      if (state === 'running' || state === 'waiting') now.push(path);
  return {
    id: run.id,
    melody: melody.name,
    title: melody.title,
    state: flow.state,
    reason: flow.reason,
    trigger: run.trigger.detail,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    nodes: flow.counts() satisfies Record<NodeState, number>,
    now,
    breakpoints: flow.breakpoints,
    dry: run.dry,
  };
}

export function melodyView(state: ConductorState, run: MelodyRun): MelodyView {
  const { flow } = run;
  const steps = [...flow.nodes()].map((each): StepView => {
    const { path, node, attempt } = each;
    const work = isAgentNode(node) && attempt > 0 ? workIdOf({ run: run.id, node: path, attempt }) : null;
    return {
      path,
      name: node.name ?? node.id,
      kind: node.kind,
      state: each.state,
      attempt,
      reason: each.reason,
      startedAt: each.startedAt,
      endedAt: each.endedAt,
      outputs: each.outputs ?? {},
      item: work === null ? null : (state.items.get(work)?.tracked.identifier ?? work),
    };
  });
  return {
    ...melodyRunView(run),
    parameters: run.parameters,
    results: flow.results(),
    steps,
    criticalPath: flow.criticalPath(),
  };
}

/** As the person reads it: with what the placeholders stand for. */
function filled(run: MelodyRun, path: NodePath, { question, options }: GateNode) {
  const asItIs = (_expression: string, { value }: Values): Json => value ?? null;
  const scope = nodeScope(run, path, run.flow.inputsOf(path, asItIs), asItIs);
  const fill = (text: string): string => {
    const done = fillPlaceholders(text, scope);
    return done.ok ? done.value : text;
  };
  return { text: fill(question), choices: (options ?? []).map(fill) };
}

/** Gates that are open, as questions of the inbox. */
export function gateQuestions(run: MelodyRun): QuestionView[] {
  if (isOver(run)) return [];
  return run.flow.gates().map(({ path, node, since }) => ({
    item: run.id,
    run: run.id,
    askedAt: since,
    question: {
      id: path,
      ...filled(run, path, node),
      defaultAnswer: null,
      defaultAfterMs: null,
    },
  }));
}
