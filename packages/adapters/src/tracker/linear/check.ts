import { failureOf } from '@symphony/domain';
import type { TrackerFinding } from '../provider.ts';
import { at, nodesAt, textAt } from './answer.ts';
import type { LinearClient } from './client.ts';
import { PROJECTS, TEAMS, WHO } from './documents.ts';
import { projectFilter, teamFilter } from './scope.ts';
import type { LinearSettings } from './settings.ts';

/** What a person should know: who the key is, whether team and project are there, what the budget says. */
export async function checkLinear(
  client: LinearClient,
  settings: LinearSettings,
): Promise<readonly TrackerFinding[]> {
  try {
    const who = await client.ask(WHO);
    const name = textAt(who, 'viewer', 'displayName') ?? 'somebody';
    const workspace = textAt(who, 'organization', 'name') ?? 'a workspace';
    const guest = at(who, 'viewer', 'guest') === true;
    return [
      guest
        ? {
            level: 'warning',
            message: `Linear knows the key as ${name}, a guest of ${workspace}.`,
            nextStep: GUEST,
          }
        : { level: 'ok', message: `Linear knows the key as ${name} of ${workspace}.` },
      ...(await scopeFindings(client, settings)),
      budgetFinding(client),
    ];
  } catch (error) {
    const { message, nextStep } = failureOf(error);
    return [{ level: 'problem', message, ...(nextStep !== undefined && { nextStep }) }];
  }
}

const WHERE_IT_STANDS = {
  team: 'Its key stands in front of its issues, as in ENG-12; it belongs into tracker.provider.team.',
  project: "The last part of the project's address belongs into tracker.provider.project_slug.",
} as const;

const GUEST = 'A guest sees only the teams it was invited to; use the key of a member.';

async function scopeFindings(
  client: LinearClient,
  { team, project }: LinearSettings,
): Promise<readonly TrackerFinding[]> {
  const findings: TrackerFinding[] = [];
  const look = (what: keyof typeof WHERE_IT_STANDS, name: string, found: readonly unknown[]): void => {
    if (found.length > 0) findings.push({ level: 'ok', message: `The ${what} ${name} is there.` });
    else
      findings.push({
        level: 'problem',
        message: `The ${what} ${name} is not there, or the key cannot see it.`,
        nextStep: WHERE_IT_STANDS[what],
      });
  };
  if (team !== null)
    look('team', team, nodesAt(await client.ask(TEAMS, { filter: teamFilter(team) }), 'teams'));
  if (project !== null)
    look(
      'project',
      project,
      nodesAt(await client.ask(PROJECTS, { filter: projectFilter(project) }), 'projects'),
    );
  return findings;
}

function budgetFinding(client: LinearClient): TrackerFinding {
  const budget = client.budget.view();
  if (budget === null) return { level: 'warning', message: 'Linear did not tell the rate limit of the key.' };
  const message = `${budget.remaining} of ${budget.limit} an hour are left of the key's tighter limit.`;
  return budget.remaining * 10 < budget.limit
    ? { level: 'warning', message, nextStep: 'Poll less often (polling.interval) or use a webhook.' }
    : { level: 'ok', message };
}
