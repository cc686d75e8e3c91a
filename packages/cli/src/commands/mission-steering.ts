import { type Command, InvalidArgumentError } from 'commander';
import type { Desk } from '../desk.ts';
import { several, withExamples } from '../examples.ts';
import type { ContextOptions, DiscoveryOptions, RecordOptions } from '../mission/acts.ts';
import type { CleanOptions } from '../mission/clean.ts';

interface Options {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly why?: string;
  readonly instruction?: string;
  readonly usd?: number;
}

const acts = () => import('../mission/acts.ts');

/** What may be asked of a mission that was started (M12). */
export function addMissionSteering(mission: Command, desk: Desk): void {
  for (const add of [addGoing, addDeciding, addDiscovering, addContext, addEnding]) add(mission, desk);
}

const ACCEPTED = 'print { accepted, message }';

function addGoing(mission: Command, desk: Desk): void {
  const approve = mission
    .command('approve <name>')
    .description('let a planned mission begin')
    .option('--json', ACCEPTED)
    .action(async (name: string, { json }: Options) => (await acts()).approveMission(desk, name, json));
  withExamples(approve, ['symphony mission approve dates']);

  const pause = mission
    .command('pause <name>')
    .description('start nothing more; what is at work finishes')
    .option('--why <text>', 'kept with the pause')
    .option('--json', ACCEPTED)
    .action(async (name: string, { why, json }: Options) =>
      (await acts()).pauseMission(desk, name, why ?? '', json),
    );
  withExamples(pause, ['symphony mission pause dates']);

  const resume = mission
    .command('resume <name>')
    .description('go on after a pause, or with more money')
    .option('--usd <amount>', 'so much more may be spent', amount)
    .option('--json', ACCEPTED)
    .action(async (name: string, { usd, json }: Options) =>
      (await acts()).resumeMission(desk, name, usd ?? 0, json),
    );
  withExamples(resume, ['symphony mission resume dates', 'symphony mission resume dates --usd 5']);
}

function amount(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be an amount of money above 0, such as 2.50.');
}

function addDeciding(mission: Command, desk: Desk): void {
  const decide = mission
    .command('decide <name> <deviation> <verdict>')
    .description(
      'decide on a deviation: adopt (the plan gives way), rework (it goes on), reject (not merged)',
    )
    .option('--instruction <text>', 'what is to be done instead; needed for rework')
    .option('--why <text>', 'kept with the decision')
    .option('--json', ACCEPTED)
    .action(async (name: string, deviation: string, verdict: string, options: Options) =>
      (await acts()).decideDeviation(desk, name, deviation, verdict, options),
    );
  withExamples(decide, [
    'symphony mission decide dates D1 adopt',
    'symphony mission decide dates D2 rework --instruction "Leave the third format out"',
  ]);

  const record = mission
    .command('record <name>')
    .description('tell a deviation that you saw yourself')
    .requiredOption('--severity <how>', 'minor, major or fundamental')
    .requiredOption('--expected <text>', 'what the plan says')
    .requiredOption('--discovered <text>', 'what is true')
    .option('--action <text>', 'what was done about it')
    .option('--reasoning <text>', 'why')
    .option('--impact <text>', 'what it means for the rest')
    .option('--affects <globs>', 'what it touches', several)
    .option('--json', ACCEPTED)
    .action(async (name: string, options: RecordOptions) =>
      (await acts()).recordDeviation(desk, name, options),
    );
  withExamples(record, [
    'symphony mission record dates --severity major --expected "one format" --discovered "three formats"',
  ]);
}

function addDiscovering(mission: Command, desk: Desk): void {
  const discover = mission
    .command('discover <name> <title>')
    .description('share something you found out with those who work at a mission')
    .option('--detail <text>', 'what there is to say about it')
    .option(
      '--critical',
      'a security hole, data of another shape: those at work hear of it at their next turn',
    )
    .option('--json', ACCEPTED)
    .action(async (name: string, title: string, options: DiscoveryOptions) =>
      (await acts()).shareDiscovery(desk, name, title, options),
    );
  withExamples(discover, ['symphony mission discover dates "Old files have no zone" --critical']);
}

function addContext(mission: Command, desk: Desk): void {
  const context = mission
    .command('context <name>')
    .description('show what a mission is about as far as anybody knows, or say something to it')
    .option('--understanding <text>', 'how it is to be understood from now on')
    .option('--add-requirement <text>', 'what must hold besides')
    .option(
      '--rule <area:text>',
      'a rule of the business: validation, calculation, state-transition or error-condition',
    )
    .option('--why <text>', 'kept with the change')
    .option('--json', 'print what is understood, or { accepted, message }')
    .action(async (name: string, options: ContextOptions) => {
      const { changeOf, tellMission } = await acts();
      const change = changeOf(options);
      if (change) return tellMission(desk, name, change, options);
      return (await import('../mission/look.ts')).showContext(desk, name, options.json === true);
    });
  withExamples(context, [
    'symphony mission context dates',
    'symphony mission context dates --add-requirement "Time zones are kept" --why "old files have them"',
    'symphony mission context dates --rule "validation:A date has a year"',
  ]);
}

function addEnding(mission: Command, desk: Desk): void {
  const abort = mission
    .command('abort <name>')
    .description('end a mission; its branch and its chambers stay')
    .option('--why <text>', 'kept with its end')
    .option('-y, --yes', 'do not ask')
    .option('--json', ACCEPTED)
    .action(async (name: string, options: Options) => (await acts()).abortMission(desk, name, options));
  withExamples(abort, [
    'symphony mission abort dates',
    'symphony mission abort dates --why "not needed" --yes',
  ]);

  const clean = mission
    .command('clean <name>')
    .description('remove what a finished mission left behind; what was learnt stays')
    .option('--dry-run', 'show what would happen, and change nothing')
    .option('-y, --yes', 'do not ask')
    .option('--json', 'print the plan, or the plan and its result')
    .action(async (name: string, options: CleanOptions) =>
      (await import('../mission/clean.ts')).cleanUpMission(desk, name, options),
    );
  withExamples(clean, ['symphony mission clean dates --dry-run', 'symphony mission clean dates --yes']);
}
