import type {
  GateVerdict,
  MissionRunView,
  MissionStep,
  MissionVerdict,
  PhaseName,
  RecordedDeviation,
  Severity,
} from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';

/** What missions are made of, in a word and a tone: the same on every page of theirs. */
export interface Look {
  readonly word: string;
  readonly tone: Tone;
}

const STEPS: Readonly<Record<Exclude<MissionStep, 'ended'>, string>> = {
  planning: 'being planned',
  planned: 'to approve',
  beginning: 'begins',
  working: 'at work',
  reviewing: 'reviewing',
  deciding: 'deciding',
  merging: 'merging',
  purging: 'purging',
  gating: 'at the gate',
  finishing: 'checking its criteria',
  'handing-off': 'handing off',
};

export function missionLook({
  step,
  outcome,
  paused,
  needsYou,
}: Pick<MissionRunView, 'step' | 'outcome' | 'paused' | 'needsYou'>): Look {
  if (step === 'ended')
    return outcome === 'done' ? { word: 'done', tone: 'good' } : { word: 'aborted', tone: 'dim' };
  if (paused) return { word: 'paused', tone: 'warn' };
  return { word: STEPS[step], tone: needsYou ? 'warn' : 'accent' };
}

export const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = {
  fundamental: 'bad',
  major: 'warn',
  minor: 'dim',
};

export const VERDICT_LOOKS: Readonly<Record<MissionVerdict, Look>> = {
  adopt: { word: 'adopted', tone: 'good' },
  rework: { word: 'to be reworked', tone: 'accent' },
  reject: { word: 'rejected', tone: 'bad' },
};

export const GATE_LOOKS: Readonly<Record<GateVerdict, Look>> = {
  passed: { word: 'passed', tone: 'good' },
  refine: { word: 'sent back', tone: 'warn' },
  back: { word: 'architecture again', tone: 'bad' },
  escalate: { word: 'to a stronger player', tone: 'warn' },
  ask: { word: 'asked a person', tone: 'warn' },
};

export const SOURCES: Readonly<Record<RecordedDeviation['source'], string>> = {
  tool: 'told by its agent',
  mark: 'found as a mark in the code',
  person: 'told by a person',
};

/** `implementation-skeleton` is `implementation skeleton` to people. */
export const phaseWords = (phase: PhaseName): string => phase.replaceAll('-', ' ');

/** Snake case is for files. */
export const keyWords = (key: string): string => key.replaceAll(/[_-]+/g, ' ');
