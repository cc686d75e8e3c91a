import type { Json } from '@symphony/domain';
import type { AgentProfile } from './agent-profile.ts';
import type { Opening } from './execution/outcome.ts';
import type { Role } from './roles/role.ts';
import type { ExecuteOptions } from './runtime-parts.ts';
import type { Session } from './session.ts';

/** A role an agent plays for one request, with what the router read out of it. */
export interface Casting {
  readonly role: Role;
  readonly parameters: Readonly<Record<string, Json>>;
}

/** What the model is told before the first turn, and which tools it is offered. */
export function openingFor(
  session: Session,
  options: Pick<ExecuteOptions, 'history' | 'attached'>,
  casting: Casting | null,
): Omit<Opening, 'listener'> {
  const { agent, task } = session;
  const text = systemText(agent, casting, session.known);
  return {
    messages: [
      { role: 'system', text },
      ...(options.history ?? []),
      { role: 'user', text: withAttached(task, options.attached ?? []) },
    ],
    tools: toolsOf(session, casting),
    tier: casting?.role.tier ?? agent.tier ?? 'default',
  };
}

/** Those of the agent, whether they are there or not; with a role, those of the role the agent may use. */
export function toolsOf({ agent, around }: Session, casting: Casting | null): readonly string[] {
  const all = around.tools.names();
  const mine = agent.tools ?? all;
  return casting ? casting.role.tools.filter((name) => mine.includes(name) && around.tools.get(name)) : mine;
}

function systemText(agent: AgentProfile, casting: Casting | null, known: readonly string[]): string {
  const parts = [
    agent.systemPrompt ??
      `You are ${agent.name}. ${agent.description ?? 'You help a person with what they ask.'}`,
    ...(agent.directives ?? []),
    ...(casting ? [casting.role.prompt] : []),
    ...(casting && Object.keys(casting.parameters).length > 0
      ? [`Read out of the request: ${JSON.stringify(casting.parameters)}`]
      : []),
    ...(known.length > 0 ? [`What is known:\n${known.map((line) => `- ${line}`).join('\n')}`] : []),
  ];
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

const withAttached = (task: string, attached: readonly { name: string; text: string }[]): string =>
  [task, ...attached.map(({ name, text }) => `--- ${name} ---\n${text}`)].join('\n\n');
