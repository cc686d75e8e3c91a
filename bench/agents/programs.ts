import { failureOf } from '@symphony/domain';
import { type RealAgentName, realAgent } from '@symphony/testkit';

const BRINGING = new URL('../../scripts/agents.mjs', import.meta.url).href;

/** Where the agents' programs are; they are brought where they are not. A sentence when they cannot be had. */
export async function bringPrograms<Name extends RealAgentName>(
  names: readonly Name[],
): Promise<Readonly<Record<Name, string>> | string> {
  try {
    const { agentVariables } = (await import(BRINGING)) as {
      agentVariables(names: readonly string[]): Record<string, string>;
    };
    const env = { ...process.env, ...agentVariables(names), SYMPHONY_REAL_AGENTS: 'all' };
    const found: [Name, string][] = names.map((name) => {
      const program = realAgent(name, env);
      if ('reason' in program) throw new Error(program.reason);
      return [name, program.path];
    });
    return Object.fromEntries(found) as Record<Name, string>;
  } catch (error) {
    return failureOf(error).message;
  }
}
