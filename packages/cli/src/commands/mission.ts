import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { several, withExamples } from '../examples.ts';
import type { StartOptions } from '../mission/start.ts';
import { addMissionSteering } from './mission-steering.ts';

/**
 * `status --json`: missions in short, or one whole; `validate --json`: { ok, plan, problems };
 * `deviations --json`, `context --json`, `cycle --json`: what was found, understood and merged.
 */
export function addMission(program: Command, desk: Desk): void {
  const mission = program
    .command('mission')
    .description('work too large for one agent: plan it, watch it, decide what was found');
  withExamples(mission, [
    'symphony mission start "Read and write dates in one form"',
    'symphony mission status dates',
  ]);
  addStarting(mission, desk);
  addLooking(mission, desk);
  addMissionSteering(mission, desk);
}

function addStarting(mission: Command, desk: Desk): void {
  const start = mission
    .command('start <file-or-sentence>')
    .description('play a mission file, or let a player plan one from a sentence; you see the plan first')
    .option('--name <name>', 'what it is called; otherwise as the file, or after the sentence')
    .option('--phases <names>', 'only these phases, for small missions', several)
    .option('--player <name>', 'who plans it, and who plays workers for which the file names nobody')
    .option('-y, --yes', 'begin as planned, without asking')
    .option('--rehearse', 'without a running conductor: play with the rehearsal player, no model, no cost')
    .option('--json', 'print { accepted, message, run }, or { problems }')
    .action(async (given: string, options: StartOptions) =>
      (await import('../mission/start.ts')).startMission(desk, given, options),
    );
  withExamples(start, [
    'symphony mission start dates.yaml',
    'symphony mission start "Read and write dates in one form" --name dates',
    'symphony mission start dates.yaml --phases implementation,validation --yes',
  ]);

  const validate = mission
    .command('validate <file>')
    .description('check a mission file and show what would be played; every problem with its line')
    .option('--json', 'print { ok, plan, problems }')
    .action(async (file: string, { json }: { json?: boolean }) =>
      (await import('../mission/written.ts')).validateMission(desk, file, json === true),
    );
  withExamples(validate, ['symphony mission validate dates.yaml']);
}

function addLooking(mission: Command, desk: Desk): void {
  const look = () => import('../mission/look.ts');
  const status = mission
    .command('status [name]')
    .description(
      'list the missions, or show one: its phases, parts, deviations, merges, and what it waits for',
    )
    .option('--json', 'print the missions, or the mission, as JSON')
    .action(async (name: string | undefined, { json }: { json?: boolean }) =>
      (await look()).showMissions(desk, name, json === true),
    );
  withExamples(status, ['symphony mission status', 'symphony mission status dates']);

  const deviations = mission
    .command('deviations <name>')
    .description('show where reality differed from the plan, and what was decided')
    .option('--open', 'only those that wait for a decision')
    .option('--json', 'print them as JSON')
    .action(async (name: string, options: { open?: boolean; json?: boolean }) =>
      (await look()).showDeviations(desk, name, options),
    );
  withExamples(deviations, ['symphony mission deviations dates', 'symphony mission deviations dates --open']);

  const cycle = mission
    .command('cycle <name>')
    .description('show where the cycle stands, and what each cycle merged and left')
    .option('--json', 'print { id, phase, cycle, step, now, merges }')
    .action(async (name: string, { json }: { json?: boolean }) =>
      (await look()).showCycle(desk, name, json === true),
    );
  withExamples(cycle, ['symphony mission cycle dates']);
}
