import { type Chamber, failureOf, type OperatorRequest, PortError, type Values } from '@symphony/domain';
import type { Marker } from '../process/index.ts';
import { type Ending, runShell } from './command-run.ts';
import type { Call, Operator, OperatorPlace } from './operator.ts';
import { stopped } from './stopped.ts';

const DEFAULT_TIMEOUT_MS = 30 * 60_000;
const LINES_TOLD = 5;

/**
 * Runs a command line in a chamber of its own, cut from the target: no command sees what another
 * left behind, and none touches a person's working tree. The chamber goes afterwards, unless the
 * command changed something in it that would be lost.
 */
export const command: Operator = {
  keys: ['run', 'allow_failure', 'timeout'],
  run: async (call, place) => {
    const { request, config, signal } = call;
    const run = config.text('run');
    const allowFailure = config.flag('allow_failure');
    const timeoutMs = config.optionalMilliseconds('timeout') ?? DEFAULT_TIMEOUT_MS;
    const chamber = await place.chambers.prepare(chamberRequest(request));
    try {
      if (signal.aborted) throw stopped(`\`${run}\``);
      const ending = await runShell({
        command: run,
        cwd: chamber.path,
        env: { ...place.environment(), ...chamber.env },
        marker: commandMarker(place.instance, request.key),
        timeoutMs,
        signal,
      });
      return outputsOf(run, ending, allowFailure, timeoutMs);
    } finally {
      await leave(place, call, chamber);
    }
  },
};

/** Found again by the key, after a crash too. */
export const commandMarker = (instance: string, key: string): Marker => ({
  instance,
  role: 'operator',
  run: key,
});

/** The chamber is the work's own: another attempt has another key, and with it another chamber. */
const chamberRequest = ({ key, node, target }: OperatorRequest) => ({
  item: `operator:${key}`,
  identifier: key,
  title: `command ${node}`,
  target,
  known: null,
});

function outputsOf(run: string, ending: Ending, allowFailure: boolean, timeoutMs: number): Values {
  if (ending.kind === 'stopped') throw stopped(`\`${run}\``);
  const { output } = ending;
  if (ending.kind === 'timed-out') {
    const message = `\`${run}\` did not end within ${timeoutMs} ms and was stopped.${lastLines(output)}`;
    throw new PortError({
      code: 'timeout',
      message,
      nextStep: 'Give it a longer `timeout`, or see why it hangs.',
    });
  }
  const { code } = ending;
  if (code === 0 || allowFailure) return { ok: code === 0, code, output };
  const nextStep = 'Mend what it tells, or say `allow_failure: true` to go on whatever the code.';
  throw new PortError({
    code: 'refused',
    message: `\`${run}\` ended with code ${code}.${lastLines(output)}`,
    nextStep,
  });
}

function lastLines(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-LINES_TOLD);
  return lines.join('').trim() === '' ? '' : ` Its last lines: ${lines.join(' / ').slice(-600)}`;
}

/** What the command said is worth more than a chamber that is left: trouble here is told and stops nothing. */
async function leave(place: OperatorPlace, { request }: Call, chamber: Chamber): Promise<void> {
  const where = `The chamber of ${request.node} (${chamber.path})`;
  try {
    const removal = await place.chambers.remove(chamber, { target: request.target, force: false });
    if (removal.kind === 'kept') place.notice(`${where} is kept: ${removal.reason}.`);
  } catch (error) {
    place.notice(`${where} could not be removed: ${failureOf(error).message}`);
  }
}
