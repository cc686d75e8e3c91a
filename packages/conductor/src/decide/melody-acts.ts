import type { NodePath, RunId } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { MelodyAct } from '../input.ts';
import type { MelodyRun } from '../melody/melody-run.ts';
import { play } from './melodies.ts';

/** What a person asks of a melody that is played (P8, P9). The flow itself says whether it can be done. */
export function melodyActed(out: Decision, setting: Setting, id: RunId, act: MelodyAct, by: string): void {
  const run = setting.state.melodies.get(id);
  if (!run) return out.reply(false, `There is no run ${id}; \`symphony melody status\` lists them.`);
  const { name } = run.melody;
  switch (act.kind) {
    case 'pause':
      return told(
        out,
        play(out, setting, run, { kind: 'pause', reason: `paused by ${by}` }),
        `${name} pauses; what is at work finishes first.`,
      );
    case 'resume':
      return told(out, play(out, setting, run, { kind: 'resume' }), `${name} goes on.`);
    case 'step':
      return told(out, play(out, setting, run, { kind: 'step' }), `${name} goes one node further.`);
    case 'breakpoints':
      return told(
        out,
        play(out, setting, run, { kind: 'breakpoints', nodes: act.nodes }),
        act.nodes.length === 0 ? `${name} stops nowhere.` : `${name} stops before ${act.nodes.join(', ')}.`,
      );
    case 'cancel':
      return told(
        out,
        play(out, setting, run, { kind: 'cancel', reason: `cancelled by ${by}` }),
        `${name} is cancelled.`,
      );
    case 'skip':
      return told(
        out,
        play(out, setting, run, { kind: 'skip-node', node: act.node, reason: `skipped by ${by}` }),
        `${act.node} is skipped.`,
      );
    case 'retry':
      return told(
        out,
        play(out, setting, run, { kind: 'retry-node', node: act.node }),
        `${act.node} is played again.`,
      );
    case 'answer':
      return answerGate(out, setting, run, act.node, act.text);
  }
}

function answerGate(
  out: Decision,
  setting: Setting,
  run: MelodyRun,
  named: NodePath | null,
  text: string,
): void {
  const open = run.flow.gates().filter(({ path }) => named === null || path === named);
  const gate = open[0];
  if (!gate)
    return out.reply(
      false,
      `${run.melody.name} asks nothing of that kind; \`symphony inbox\` lists what is asked.`,
    );
  if (open.length > 1) {
    return out.reply(
      false,
      `${run.melody.name} asks ${open.length} questions; name one with --question (${open.map(({ path }) => path).join(', ')}).`,
    );
  }
  const options = gate.node.options ?? [];
  if (options.length > 0 && !options.includes(text)) {
    return out.reply(false, `"${text}" is not one of the choices: ${options.join(', ')}.`);
  }
  told(
    out,
    play(out, setting, run, { kind: 'provide', node: gate.path, value: text }),
    `${run.melody.name} has its answer.`,
  );
}

const told = (out: Decision, refusal: string | null, message: string): void =>
  refusal === null ? out.reply(true, message) : out.reply(false, refusal);
