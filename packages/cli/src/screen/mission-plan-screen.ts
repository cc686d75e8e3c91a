import {
  formatUsd,
  type MissionPlan,
  needsOf,
  PHASE_RULES,
  type PhaseName,
  type Worker,
} from '@symphony/domain';
import { counted } from '@symphony/protocol/words';
import { type Cell, cut, table, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless, oneLine } from './harmless.ts';

/** A mission as it was planned: what a person approves before money is spent. */
export function missionPlanLines(raw: MissionPlan, frame: Frame): string[] {
  const plan = harmless(raw);
  const { columns, paint } = frame;
  const heading = (text: string): string[] => ['', paint('strong', text)];
  return [
    paint('strong', cut(`${plan.name} · ${plan.title}`, columns)),
    ...wrap(plan.request.trim(), columns).map((line) => paint('dim', line)),
    ...(plan.understanding === '' || plan.understanding === plan.request
      ? []
      : [...heading('Understood as'), ...indented(plan.understanding.trim(), frame)]),
    ...heading('Done when'),
    ...plan.criteria.flatMap(({ text, check }) =>
      indented(`- ${oneLine(text)} ${check === null ? '(you say so)' : `(\`${oneLine(check)}\`)`}`, frame),
    ),
    ...plan.phases.flatMap((phase) => [...heading(phaseTitle(phase)), ...workerLines(plan, phase, frame)]),
    ...(plan.rules.length === 0 ? [] : [...heading('Decided by rule'), ...ruleLines(plan, frame)]),
    '',
    ...wrap(boundWords(plan), columns).map((line) => paint('dim', line)),
  ];
}

const indented = (text: string, { columns }: Frame): string[] =>
  wrap(text, columns - 2).map((line) => `  ${line}`);

const phaseTitle = (phase: PhaseName): string =>
  `${phase} (${PHASE_RULES[phase].parallel ? 'side by side' : 'one after another'})`;

function workerLines(plan: MissionPlan, phase: PhaseName, { columns, paint }: Frame): string[] {
  const workers = plan.workers.filter((worker) => worker.phase === phase);
  const rows = workers.map((worker): Cell[] => [
    { text: worker.id, style: 'strong' },
    { text: oneLine(worker.title || worker.task) },
    { text: worker.scope.join(', '), style: 'accent' },
    { text: waitWords(plan, worker), style: 'dim' },
    { text: worker.player ?? '', style: 'dim' },
  ]);
  // On a narrow screen scopes and needs give way, so that who does what is always read.
  const share = Math.floor(columns / 4);
  const widths = [
    { max: Math.min(20, share) },
    { max: 'rest' },
    { max: Math.min(36, share) },
    { max: Math.min(28, share) },
    { max: columns < 80 ? 0 : 12 },
  ] as const;
  return table(rows, widths, columns - 2, paint).map((line) => `  ${line}`);
}

function waitWords(plan: MissionPlan, worker: Worker): string {
  const needs = [...new Set([...worker.needs, ...needsOf(plan, worker)])];
  return [
    ...(needs.length === 0 ? [] : [`after ${needs.join(', ')}`]),
    ...(worker.shares.length === 0 ? [] : [`shares with ${worker.shares.join(', ')}`]),
  ].join('; ');
}

const ruleLines = (plan: MissionPlan, frame: Frame): string[] =>
  plan.rules.flatMap(({ severity, about, worker, verdict, instruction }, at) => {
    const when = [
      severity ?? 'every',
      'deviation',
      ...(worker === null ? [] : [`of ${worker}`]),
      ...(about === null ? [] : [`about "${oneLine(about)}"`]),
    ];
    const then = instruction === '' ? verdict : `${verdict}: ${oneLine(instruction)}`;
    return indented(`${at + 1} ${when.join(' ')} → ${then}`, frame);
  });

function boundWords({ limits, decider, reviewer, workers }: MissionPlan): string {
  return [
    counted(workers.length, 'worker'),
    `at most ${counted(limits.cycles, 'cycle')} a phase`,
    ...(limits.parallel === null ? [] : [`${limits.parallel} at once`]),
    limits.usd === null ? 'no limit of its own on money' : `at most ${formatUsd(limits.usd)}`,
    `deviations are decided by ${decider ?? 'you'}`,
    `skeletons are judged by ${reviewer ?? 'you'}`,
  ].join(' · ');
}
