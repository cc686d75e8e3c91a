import { type MissionPlan, USUAL_LIMITS, type Worker } from '@symphony/domain';
import { Document, isCollection, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { titleFrom, USUAL_PHASE, usualPhases } from './given.ts';

/** The mission as people would write it: `readMission` reads the same plan back. What is usual is left out. */
export function formatMission(plan: MissionPlan): string {
  const { name, title, request, understanding, criteria, phases, workers, rules, decider, reviewer } = plan;
  const document = new Document(
    {
      name,
      title,
      request,
      ...unless(understanding === request, { understanding }),
      criteria: criteria.map(({ text, check }) => (check === null ? text : { text, check })),
      ...unless(same(phases, usualPhases(workers)), { phases }),
      ...unless(decider === null, { decider }),
      ...unless(reviewer === null, { reviewer }),
      ...unless(same(plan.limits, USUAL_LIMITS), { limits: unusual(plan.limits) }),
      ...unless(rules.length === 0, { rules: rules.map(ruleIn) }),
      workers: workers.map(workerIn),
    },
    { aliasDuplicateObjects: false },
  );
  layOut(document);
  return document.toString({ lineWidth: 0 });
}

const unless = (left: boolean, entry: object): object => (left ? {} : entry);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const unusual = (limits: MissionPlan['limits']): object =>
  Object.fromEntries(
    Object.entries(limits).filter(([key, value]) => value !== USUAL_LIMITS[key as keyof typeof limits]),
  );

const ruleIn = ({ severity, about, worker, verdict, instruction }: MissionPlan['rules'][number]): object => ({
  ...unless(severity === null, { severity }),
  ...unless(about === null, { about }),
  ...unless(worker === null, { worker }),
  verdict,
  ...unless(instruction === '', { instruction }),
});

const workerIn = (worker: Worker): object => {
  const { id, phase, title, task, scope, shares, needs, player } = worker;
  return {
    id,
    ...unless(phase === USUAL_PHASE, { phase }),
    ...unless(title === titleFrom(task), { title }),
    ...unless(task === '', { task }),
    scope,
    ...unless(needs.length === 0, { needs }),
    ...unless(shares.length === 0, { shares }),
    ...unless(player === null, { player }),
    ...('rehearsal' in worker ? { rehearsal: worker.rehearsal } : {}),
  };
};

/** Lists of names on one line, and a blank line before each part and each worker. */
function layOut(document: Document): void {
  if (!isMap(document.contents)) return;
  for (const { key, value } of document.contents.items) {
    if (isScalar(key) && isCollection(value)) key.spaceBefore = true;
    if (isScalar(key) && key.value === 'phases' && isSeq(value)) value.flow = true;
    if (!isScalar(key) || key.value !== 'workers' || !isSeq(value)) continue;
    value.items.forEach((worker, at) => {
      if (!isMap(worker)) return;
      if (at > 0) worker.spaceBefore = true;
      for (const name of ['scope', 'needs', 'shares']) onOneLine(worker, name);
    });
  }
}

function onOneLine(worker: YAMLMap, name: string): void {
  const list = worker.get(name, true);
  if (isSeq(list)) (list as { flow?: boolean }).flow = true;
}
