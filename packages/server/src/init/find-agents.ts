import type { AgentPort, AgentPresence, PlayerSettings } from '@symphony/domain';
import type { Environment } from '../config/index.ts';
import { answerWithin } from './answer-within.ts';

/** As much of an agent as is needed to look for it. */
export interface AgentSight extends Pick<AgentPort, 'name' | 'detect'> {
  /** It says itself what it cost: no price of ours is needed. */
  readonly tellsCost?: boolean;
}

export interface AgentSearch {
  readonly agents: readonly AgentSight[];
  readonly env: Environment;
  /** How long each agent may take. */
  readonly limitMs?: number;
}

/** What was found out about one agent. */
export interface Found {
  readonly agent: string;
  readonly presence: AgentPresence;
  /** False: it could not be looked at, and `presence` says why. It may be there all the same. */
  readonly answered: boolean;
}

/**
 * The agents that are looked for when nobody names one, the preferred first. The others there are
 * adapters for are these again over another wire, or any program whose command only a person knows.
 */
export const USUAL_AGENTS: readonly string[] = ['claude', 'codex', 'opencode', 'gemini', 'symphony'];

/** Starting a large program on a busy machine takes seconds; what takes longer is stuck. */
export const ANSWER_LIMIT_MS = 10_000;

/** Looks for the usual agents, spending nothing. They come in the order of preference. */
export async function findAgents(search: AgentSearch): Promise<Found[]> {
  const usual = USUAL_AGENTS.flatMap((name) => search.agents.filter((agent) => agent.name === name));
  const looks = usual.map((agent) => () => lookFor(agent, plainPlayer(agent.name), search));
  return (await byTwos(looks)).filter((found) => found !== null);
}

/**
 * Two at a time: these programs take a second of a processor to start, and all of them at once on a
 * small machine make each other late, so that what is installed looks as if it were not.
 */
export async function byTwos<T>(looks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: T[] = [];
  for (let at = 0; at < looks.length; at += 2)
    answers.push(...(await Promise.all(looks.slice(at, at + 2).map((look) => look()))));
  return answers;
}

/** Null when there is nothing to look for. Never rejects. */
export async function lookFor(
  agent: AgentSight,
  player: PlayerSettings,
  { env, limitMs = ANSWER_LIMIT_MS }: Omit<AgentSearch, 'agents'>,
): Promise<Found | null> {
  if (!agent.detect) return null;
  const request = { player, env: defined(env) };
  const answer = await answerWithin(limitMs, async () => agent.detect?.(request));
  if ('value' in answer && answer.value) return { agent: agent.name, presence: answer.value, answered: true };
  const why = 'failed' in answer ? answer.failed : 'it said nothing';
  return { agent: agent.name, presence: unseen(agent.name, why, limitMs), answered: false };
}

const unseen = (name: string, why: string | null, limitMs: number): AgentPresence => ({
  version: null,
  known: null,
  login: 'unknown',
  detail:
    why === null
      ? `\`${name}\` did not answer within ${limitMs / 1000} s.`
      : `\`${name}\` could not be looked at: ${why}`,
  fix: `Start \`${name} --version\` yourself to see what it says, then look again.`,
});

/** An agent as it is used when nobody configured anything. */
const plainPlayer = (agent: string): PlayerSettings => ({
  agent,
  slots: null,
  stallTimeoutMs: null,
  model: null,
});

function defined(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
