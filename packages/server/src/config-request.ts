import { AGENTS } from './agent-names.ts';
import type { LoadRequest } from './config/index.ts';
import { guessTarget } from './init/guess.ts';
import { findWorkflow } from './workflow/index.ts';
import type { Workplace } from './workplace.ts';

/** What `loadConfig` needs to know about the repository: where the work goes when nobody says. */
export async function configRequest(
  workplace: Workplace,
  workflow: string | null = null,
): Promise<LoadRequest> {
  return {
    root: workplace.root,
    env: process.env,
    defaults: { target: await guessTarget(workplace.root) },
    agents: AGENTS,
    workflow: await findWorkflow(workplace.root, workflow),
  };
}
