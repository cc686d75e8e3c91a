import type { Demand } from './ports/code-host.ts';

/** Whether the code host has what it demands. */
export function isMet(demand: Demand): boolean {
  switch (demand.kind) {
    case 'check':
      return demand.state === 'passed';
    case 'approvals':
      return demand.met;
    case 'conversations':
      return demand.open === 0;
  }
}

/** What is waited for, as a person would say it: "the check build, which runs, and an approving review". */
export function waitWords(demands: readonly Demand[]): string {
  const all = demands.map(words);
  const last = all.pop() ?? '';
  const rest = all.join(', ');
  return rest === '' ? last : `${rest}${rest.includes(',') ? ',' : ''} and ${last}`;
}

function words(demand: Demand): string {
  switch (demand.kind) {
    case 'check':
      return `the check ${demand.name}, which ${CHECKS[demand.state]}`;
    case 'approvals':
      return approvalWords(demand);
    case 'conversations':
      return demand.open === 1 ? 'an open conversation' : `${demand.open} open conversations`;
  }
}

const CHECKS = { missing: 'has not begun', pending: 'runs', passed: 'passes', failed: 'fails' } as const;

function approvalWords({ needed, given }: Extract<Demand, { kind: 'approvals' }>): string {
  const left = needed === null ? 1 : needed - given;
  if (left <= 0) return 'an approving review of a code owner or of its newest commit';
  const more = given > 0 && needed !== null ? 'more ' : '';
  return left === 1 && more === ''
    ? 'an approving review'
    : `${left} ${more}approving review${left === 1 ? '' : 's'}`;
}
