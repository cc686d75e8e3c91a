import {
  type Deviation,
  type MissionAct,
  type MissionVerdict,
  RULE_AREAS,
  type RuleArea,
  SEVERITIES,
  type Severity,
  type UnderstandingChange,
  VERDICTS,
} from '@symphony/domain';
import { order } from '../commands/control.ts';
import { misuse } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { isSure } from './approval.ts';

/** What a person asks of a mission that is played. Each is said once and answered with a sentence. */

const act = (desk: Desk, mission: string, what: MissionAct, json = false): Promise<void> =>
  order(desk, { name: 'mission', mission, act: what, by: desk.person }, json);

export const approveMission = (desk: Desk, name: string, json?: boolean): Promise<void> =>
  act(desk, name, { kind: 'approve' }, json);

export const pauseMission = (desk: Desk, name: string, why: string, json?: boolean): Promise<void> =>
  act(desk, name, { kind: 'pause', reason: why }, json);

export const resumeMission = (desk: Desk, name: string, usd: number, json?: boolean): Promise<void> =>
  act(desk, name, { kind: 'resume', usd }, json);

export async function abortMission(
  desk: Desk,
  name: string,
  options: { readonly why?: string; readonly yes?: boolean; readonly json?: boolean },
): Promise<void> {
  const question = `Abort ${name}? Its agents end; its branch and its chambers stay.`;
  if (!(await isSure(desk, question, options))) return;
  await act(desk, name, { kind: 'abort', reason: options.why ?? '' }, options.json);
}

export async function decideDeviation(
  desk: Desk,
  name: string,
  deviation: string,
  verdict: string,
  options: { readonly instruction?: string; readonly why?: string; readonly json?: boolean },
): Promise<void> {
  if (!isVerdict(verdict)) throw misuse(`${verdict} is no decision.`, `Decide ${VERDICTS.join(', ')}.`);
  if (verdict === 'rework' && !options.instruction?.trim())
    throw misuse('Rework needs to know what is to be done instead.', 'Add `--instruction "…"`.');
  const { instruction = '', why: rationale = '' } = options;
  await act(desk, name, { kind: 'decide', deviation, verdict, instruction, rationale }, options.json);
}

const isVerdict = (text: string): text is MissionVerdict => (VERDICTS as readonly string[]).includes(text);

export interface RecordOptions {
  readonly severity: string;
  readonly expected: string;
  readonly discovered: string;
  readonly action?: string;
  readonly reasoning?: string;
  readonly impact?: string;
  readonly affects?: readonly string[];
  readonly json?: boolean;
}

/** A deviation that a person saw. */
export async function recordDeviation(desk: Desk, name: string, options: RecordOptions): Promise<void> {
  const { severity, expected, discovered, affects } = options;
  if (!isSeverity(severity)) throw misuse(`${severity} is no severity.`, `It is ${SEVERITIES.join(', ')}.`);
  const deviation: Deviation = {
    severity,
    expected,
    discovered,
    action: options.action ?? 'documented',
    reasoning: options.reasoning ?? '',
    impact: options.impact ?? 'not known',
    ...(affects === undefined ? {} : { affects }),
  };
  await act(desk, name, { kind: 'tell', deviation }, options.json);
}

export interface DiscoveryOptions {
  readonly detail?: string;
  readonly critical?: boolean;
  readonly json?: boolean;
}

export async function shareDiscovery(
  desk: Desk,
  name: string,
  title: string,
  { detail = '', critical = false, json }: DiscoveryOptions,
): Promise<void> {
  await act(desk, name, { kind: 'discover', discovery: { title, detail, critical } }, json);
}

const isSeverity = (text: string): text is Severity => (SEVERITIES as readonly string[]).includes(text);

export interface ContextOptions {
  readonly understanding?: string;
  readonly addRequirement?: string;
  readonly rule?: string;
  readonly why?: string;
  readonly json?: boolean;
}

/** What is to be known from now on, or null where a person only wants to read. */
export function changeOf({
  understanding,
  addRequirement,
  rule,
}: ContextOptions): UnderstandingChange | null {
  const given = [understanding, addRequirement, rule].filter((each) => each !== undefined);
  if (given.length > 1)
    throw misuse(
      '--understanding, --add-requirement and --rule do not go together.',
      'Give one of them at a time.',
    );
  if (given[0]?.trim() === '') throw misuse('There is nothing in it.', 'Say what is to be known.');
  if (understanding !== undefined) return { kind: 'understanding', text: understanding };
  if (addRequirement !== undefined) return { kind: 'requirement', text: addRequirement };
  return rule === undefined ? null : ruleOf(rule);
}

function ruleOf(given: string): UnderstandingChange {
  const at = given.indexOf(':');
  const area = given.slice(0, at).trim();
  const text = given.slice(at + 1).trim();
  if (at < 1 || !isArea(area) || text === '')
    throw misuse(
      `\`${given}\` is not \`AREA:TEXT\`.`,
      `The areas are ${RULE_AREAS.join(', ')}: \`--rule "validation:A date has a year"\`.`,
    );
  return { kind: 'rule', area, text };
}

const isArea = (text: string): text is RuleArea => (RULE_AREAS as readonly string[]).includes(text);

export const tellMission = (
  desk: Desk,
  name: string,
  change: UnderstandingChange,
  { why, json }: ContextOptions,
): Promise<void> => act(desk, name, { kind: 'understand', change, why: why ?? '' }, json);
