import type { Workplace } from '../workplace.ts';
import type { CleanResult } from './carry-out.ts';
import { type CleanOptions, openClean } from './clean.ts';

/** One cleaning without a person: what the policies allow, and nothing else. Null when there was nothing to do. */
export async function cleanNow(
  workplace: Workplace,
  options: CleanOptions = {},
): Promise<CleanResult | null> {
  const clean = await openClean(workplace, options);
  try {
    const plan = await clean.plan(null);
    return plan.steps.length === 0 ? null : await clean.carryOut(plan, null);
  } finally {
    clean.close();
  }
}
