import { isTroubled, type MelodyRunView, type StatusView } from '@symphony/domain';

export interface RunEnd {
  readonly code: 0 | 1;
  readonly reason: string;
}

/** How a run that came to rest is judged: well, unless something waits for a person because it went wrong. */
export function judgeEnd(status: StatusView, task: string | null, melody: string | null): RunEnd {
  const items = task === null ? status.items : status.items.filter((item) => item.id === task);
  const troubled = items.filter(isTroubled);
  const run = melody === null ? undefined : status.melodies.find(({ id }) => id === melody);
  if (run) return judgeMelody(run);
  if (troubled.length > 0) {
    return { code: 1, reason: `${troubled.map((item) => item.identifier).join(', ')} could not be finished` };
  }
  const unoffered = items.filter(({ state }) => state === 'completed').map((item) => item.identifier);
  if (unoffered.length > 0)
    return {
      code: 1,
      reason: `${unoffered.join(', ')} could not be handed off: ${status.problems.join('; ')}`,
    };
  const waiting = status.missions.find(({ needsYou }) => needsYou);
  if (waiting && task === null)
    return { code: 1, reason: `${waiting.id} waits for you: \`symphony inbox\`, then \`symphony run\`` };
  if (status.train.held !== null) return { code: 1, reason: `the merge train is held: ${status.train.held}` };
  if (task !== null && !items.some((item) => item.outcome === 'merged' || item.state === 'handed_off')) {
    return { code: 1, reason: 'the work was not finished' };
  }
  if (status.draining)
    return { code: 0, reason: 'Symphony is draining: nothing new starts until `symphony drain --off`' };
  return { code: 0, reason: 'everything that can be done is done' };
}

function judgeMelody({ id, melody, state, reason }: MelodyRunView): RunEnd {
  const why = reason === '' ? '' : `: ${reason}`;
  switch (state) {
    case 'completed':
      return { code: 0, reason: `${melody} is done${why}` };
    case 'waiting':
      return { code: 1, reason: `${melody} waits for you: \`symphony inbox\`, then \`symphony run\`` };
    case 'failed':
    case 'cancelled':
      return { code: 1, reason: `${melody} ${state === 'failed' ? 'failed' : 'was cancelled'}${why}` };
    default:
      return {
        code: 1,
        reason: `${melody} was not finished: \`symphony melody status ${id}\` says where it stands`,
      };
  }
}
