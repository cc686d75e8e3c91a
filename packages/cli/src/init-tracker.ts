import { isCancel, log, select, text } from '@clack/prompts';
import { leave } from './init-questions.ts';
import { harmless } from './screen/harmless.ts';
import type { ProjectGuess, TrackerChoice, TrackerFinding, TrackerFlags } from './server-door.ts';

/** What the questions need of the server. */
export interface TrackerDesk {
  answer(flags: TrackerFlags): Promise<TrackerChoice | null>;
  /** Asks the tracker with this answer. */
  attempt(choice: TrackerChoice): Promise<readonly TrackerFinding[]>;
}

/** Where work comes from: null for the board alone, undefined when the person left. */
export async function askTracker(
  flags: TrackerFlags,
  { remote }: ProjectGuess,
  desk: TrackerDesk,
): Promise<TrackerChoice | null | undefined> {
  let given = flags;
  let before = 'board';
  for (;;) {
    const asked = await complete(given, remote?.repository ?? null, before);
    if (asked === null) return undefined;
    const choice = await desk.answer(asked);
    if (choice === null) return null;
    log.step(`Asking ${TITLES[choice.kind]}…`);
    const findings = await desk.attempt(choice);
    for (const finding of findings) tell(finding);
    if (findings.every(({ level }) => level !== 'problem')) return choice;
    const next = await select<'again' | 'keep' | 'leave'>({
      message: 'It does not work like this yet. What now?',
      options: [
        { value: 'again', label: 'Answer again' },
        {
          value: 'keep',
          label: 'Write it like this',
          hint: 'and mend it later; `symphony doctor` looks again',
        },
        { value: 'leave', label: 'Leave', hint: 'nothing is written' },
      ],
    });
    if (isCancel(next) || next === 'leave') return leave() ?? undefined;
    if (next === 'keep') return choice;
    given = { endpoint: flags.endpoint };
    before = choice.kind;
  }
}

const TITLES = { github: 'GitHub', linear: 'Linear' } as const;

function tell({ level, message, nextStep }: TrackerFinding): void {
  const [sentence = '', step] = harmless([message, ...(nextStep === undefined ? [] : [nextStep])]);
  const lines = step === undefined ? sentence : `${sentence}\n${step}`;
  if (level === 'ok') log.success(lines);
  else if (level === 'warning') log.warn(lines);
  else log.error(lines);
}

/** Asks for what the command line does not say. `before` is what was chosen last. */
async function complete(
  flags: TrackerFlags,
  repository: string | null,
  before: string,
): Promise<TrackerFlags | null> {
  const tracker = flags.tracker ?? (await askKind(repository, before));
  if (isCancel(tracker)) return leave();
  const said = flags.repository ?? flags.project ?? flags.team;
  const knows =
    said !== undefined || (tracker === 'github' && flags.tracker !== undefined && repository !== null);
  if ((tracker !== 'github' && tracker !== 'linear') || knows) return { ...flags, tracker };
  const scope = await text({
    message: QUESTIONS[tracker],
    ...(tracker === 'github' && repository !== null ? { initialValue: repository } : {}),
    validate: (value) => (value?.trim() ? undefined : 'One is needed.'),
  });
  if (isCancel(scope)) return leave();
  return { ...flags, tracker, ...scopeOf(tracker, scope.trim()) };
}

const askKind = (repository: string | null, initialValue: string) =>
  select<string>({
    message: 'Where does work come from?',
    initialValue,
    options: [
      { value: 'board', label: 'The built-in board', hint: 'files in .symphony/board, no account' },
      { value: 'github', label: 'GitHub', hint: repository ?? 'issues, or a project' },
      { value: 'linear', label: 'Linear', hint: 'a project or a team' },
    ],
  });

const QUESTIONS = {
  github: 'Which repository (owner/name), or which project (OWNER/NUMBER)?',
  linear: 'Which team (its key, such as ENG), or which project (its address, or the last part of it)?',
} as const;

/** Keys of teams are short words; slugs and addresses of projects are not. */
function scopeOf(tracker: 'github' | 'linear', given: string): TrackerFlags {
  if (tracker === 'linear')
    return /^[a-z][a-z0-9_]{0,9}$/i.test(given) ? { team: given.toUpperCase() } : { project: given };
  return /\/(projects\/)?\d+\/?$/.test(given) ? { project: given } : { repository: given };
}
