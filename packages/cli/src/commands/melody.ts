import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { findMelody, type OpenMelodies, openMelodies } from '../melody-door.ts';

interface Options {
  readonly json?: boolean;
  readonly param?: readonly string[];
  readonly dryRun?: boolean;
  readonly rehearse?: boolean;
  readonly from?: string;
  readonly format?: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly step?: string;
}

/** Collects an option that may be given several times; a value may hold commas. */
const each = (text: string, before: readonly string[] = []): string[] => [...before, text];

/**
 * `list --json`: { melodies, problems }; `show --json`: { melody, origin, file, replaces };
 * `validate --json`: { ok, problems }; `status --json`: runs, or one run with its steps.
 */
export function addMelody(program: Command, desk: Desk, open: OpenMelodies = openMelodies): void {
  const melody = program
    .command('melody')
    .description('workflows: list, show, check, write, exchange and play them');
  withExamples(melody, ['symphony melody list', 'symphony melody run fix-failing-tests']);
  for (const add of [addReading, addWriting, addRunning, addSteering]) add(melody, desk, open);
}

type Add = (melody: Command, desk: Desk, open: OpenMelodies) => void;

const work = () => import('../melody-work.ts');
const runs = () => import('../melody-run.ts');

const addReading: Add = (melody, desk, open) => {
  const list = melody
    .command('list')
    .description('list the melodies of this repository and the built-in ones')
    .option('--json', 'print { melodies, problems }')
    .action(async ({ json }: Options) => (await work()).listMelodies(desk, await open(desk), json === true));
  withExamples(list, ['symphony melody list']);

  const show = melody
    .command('show <name>')
    .description('show what a melody takes and its steps in the order they are played')
    .option('--json', 'print { melody, origin, file, replaces }')
    .action(async (name: string, { json }: Options) =>
      (await work()).showMelody(desk, await open(desk), name, json === true),
    );
  withExamples(show, ['symphony melody show fix-failing-tests']);

  const validate = melody
    .command('validate [file]')
    .description('check all melodies, or one by name or file; every problem with its line')
    .option('--json', 'print { ok, problems }')
    .action(async (file: string | undefined, { json }: Options) =>
      (await work()).validateMelodies(desk, await open(desk), file, json === true),
    );
  withExamples(validate, ['symphony melody validate', 'symphony melody validate draft.yaml']);
};

const addWriting: Add = (melody, desk, open) => {
  const create = melody
    .command('new <name>')
    .description('write a new melody into .symphony/melodies, blank or like another one')
    .option('--from <melody>', 'like this one, with its comments')
    .option('--json', 'print { name, file }')
    .action(async (name: string, options: Options) =>
      (await work()).newMelody(desk, await open(desk), name, options),
    );
  withExamples(create, [
    'symphony melody new nightly',
    'symphony melody new my-tests --from fix-failing-tests',
  ]);

  const out = melody
    .command('export <name>')
    .description('print a melody whole, or write it to a file')
    .option('--format <form>', 'json, yaml or msgpack', 'json')
    .option('--json', 'as JSON, which it is unless --format says otherwise')
    .option('-o, --output <file>', 'write it there; a file that is there is left alone')
    .action(async (name: string, options: Options) =>
      (await work()).exportMelody(desk, await open(desk), name, options),
    );
  withExamples(out, [
    'symphony melody export release-notes > release-notes.json',
    'symphony melody export release-notes --format msgpack -o release-notes.msgpack',
  ]);

  const into = melody
    .command('import <file>')
    .description('check a melody and put it into .symphony/melodies; the form is told by the ending')
    .option('--force', 'write over a melody of that name')
    .option('--json', 'print { name, file }, or { problems }')
    .action(async (file: string, options: Options) =>
      (await work()).importMelody(desk, await open(desk), file, options),
    );
  withExamples(into, ['symphony melody import release-notes.json']);
};

const addRunning: Add = (melody, desk, open) => {
  const run = melody
    .command('run <name>')
    .description('play a melody: by the conductor that runs here, else by this process until it is over')
    .option('-p, --param <name=value>', 'a parameter (may be repeated)', each)
    .option('--rehearse', 'without a running conductor: play with the rehearsal player, no model, no cost')
    .option('--dry-run', 'say what would be played and with which values, and play nothing')
    .option('--json', 'print { accepted, message, run }; with --dry-run { melody, ok, parameters, problems }')
    .action(async (name: string, options: Options) => {
      const entry = findMelody(await open(desk), name);
      const { readValues } = await import('../melody-values.ts');
      const values = readValues(entry.melody.parameters, options.param ?? []);
      await (await runs()).runMelody(desk, entry, values, options);
    });
  withExamples(run, [
    'symphony melody run fix-failing-tests',
    'symphony melody run flaky-test-hunt --param runs=20 --param "test_command=npm test"',
    'symphony melody run release-notes --param version=1.2.0 --dry-run',
  ]);

  const status = melody
    .command('status [run]')
    .description('show the runs of melodies, or the steps of one')
    .option('--json', 'print the runs, or the run, as JSON')
    .action(async (run: string | undefined, { json }: Options) =>
      (await runs()).showRuns(desk, run, json === true),
    );
  withExamples(status, ['symphony melody status', 'symphony melody status melody-4f']);
};

const addSteering: Add = (melody, desk) => {
  const acts = [
    ['pause', 'pause', 'let what runs come to its end and start nothing new'],
    ['resume', 'resume', 'go on after a pause'],
    ['stop', 'cancel', 'end a run; what was merged stays merged'],
  ] as const;
  for (const [name, act, description] of acts) {
    const command = melody
      .command(`${name} <run>`)
      .description(description)
      .option('--json', 'print { accepted, message }')
      .action(async (run: string, { json }: Options) => (await runs()).orderRun(desk, act, run, json));
    withExamples(command, [`symphony melody ${name} melody-4f`]);
  }
  const steps = [
    ['skip', 'go on without a step'],
    ['retry', 'play a failed step again'],
  ] as const;
  for (const [act, description] of steps) {
    const command = melody
      .command(`${act} <run> <step>`)
      .description(description)
      .option('--json', 'print { accepted, message }')
      .action(async (run: string, step: string, { json }: Options) =>
        (await runs()).orderStep(desk, act, run, step, json),
      );
    withExamples(command, [`symphony melody ${act} melody-4f check`]);
  }
  const answer = melody
    .command('answer <run> <text>')
    .description('answer the question a run waits with')
    .option('--step <step>', 'which one, when several ask')
    .option('--json', 'print { accepted, message }')
    .action(async (run: string, text: string, { step, json }: Options) =>
      (await runs()).answerRun(desk, run, text, step ?? null, json),
    );
  withExamples(answer, ['symphony melody answer melody-4f "build it"']);
};
