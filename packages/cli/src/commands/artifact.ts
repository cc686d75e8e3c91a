import { type Command, InvalidArgumentError } from 'commander';
import type { Desk } from '../desk.ts';
import { several, wholeNumber, withExamples } from '../examples.ts';

export interface ArtifactFlags {
  readonly item?: string;
  readonly run?: string;
  readonly type?: string;
  readonly tag?: readonly string[];
  readonly after?: number;
  readonly before?: number;
  readonly limit?: number;
  readonly json?: boolean;
}

/**
 * `--json`: `list` an array of artifacts; `show` `{ artifact, text }` (text is null for bytes);
 * `search` `{ hits, found, more, facets }`; `diff` `{ kind, … }`; `lineage` an array of
 * `{ artifact, relation, generation, madeFrom }`; `export` `{ path, bytes }`; `tag` and `hold` the
 * artifact; `verify` `{ checked, corrupted, missing, orphaned, stats }`.
 */
export function addArtifact(program: Command, desk: Desk): void {
  const artifact = program
    .command('artifact')
    .description('what agents made: list, show, search, diff, lineage, export, tag, hold, verify');
  withExamples(artifact, [
    'symphony artifact list --item S-3',
    'symphony artifact search "null pointer"',
    'symphony artifact show a-5e1f',
  ]);
  addLooking(artifact, desk);
  addComparing(artifact, desk);
  addKeeping(artifact, desk);
}

const work = () => import('../artifact-work.ts');

function addLooking(artifact: Command, desk: Desk): void {
  const list = withFilter(artifact.command('list').description('list artifacts, newest first')).action(
    async (flags: ArtifactFlags) => (await work()).listArtifacts(desk, flags),
  );
  withExamples(list, ['symphony artifact list', 'symphony artifact list --type diff --item S-3']);

  const show = artifact
    .command('show <id>')
    .description('print an artifact; the beginning of an id, or a name with @VERSION, is enough')
    .option('--json', 'print the record and the text as JSON')
    .action(async (id: string, flags: { json?: boolean }) =>
      (await work()).showArtifact(desk, id, flags.json === true),
    );
  withExamples(show, ['symphony artifact show a-5e1f', 'symphony artifact show "S-3 diff@2"']);

  const search = withFilter(
    artifact.command('search <words...>').description('find artifacts by what they say, best first'),
  ).action(async (words: string[], flags: ArtifactFlags) =>
    (await work()).searchArtifacts(desk, words.join(' '), flags),
  );
  withExamples(search, [
    'symphony artifact search timeout',
    'symphony artifact search flaky test --type report',
  ]);
}

function addComparing(artifact: Command, desk: Desk): void {
  const diff = artifact
    .command('diff <before> [after]')
    .description('compare two artifacts; with one, compare it with the version before it')
    .option('--json', 'print as JSON')
    .action(async (before: string, after: string | undefined, flags: { json?: boolean }) =>
      (await work()).diffArtifacts(desk, before, after, flags.json === true),
    );
  withExamples(diff, ['symphony artifact diff a-5e1f', 'symphony artifact diff "S-3 plan@1" "S-3 plan@2"']);

  const lineage = artifact
    .command('lineage <id>')
    .description('show what an artifact was made from, and what was made from it')
    .option('--json', 'print as JSON')
    .action(async (id: string, flags: { json?: boolean }) =>
      (await work()).showLineage(desk, id, flags.json === true),
    );
  withExamples(lineage, ['symphony artifact lineage a-5e1f']);
}

function addKeeping(artifact: Command, desk: Desk): void {
  const toFile = artifact
    .command('export <id> [path]')
    .description('write the content to a file, or to - for the output')
    .option('--force', 'replace a file that is there')
    .option('--json', 'print { path, bytes } as JSON')
    .action(async (id: string, path: string | undefined, flags: { force?: boolean; json?: boolean }) =>
      (await work()).exportArtifact(desk, id, path, flags),
    );
  withExamples(toFile, [
    'symphony artifact export a-5e1f work.bundle',
    'symphony artifact export a-5e1f - | less',
  ]);

  const tag = artifact
    .command('tag <id> <tags...>')
    .description('tag an artifact; what is tagged is never cleaned away')
    .option('--remove', 'take these tags off instead')
    .option('--json', 'print the artifact as JSON')
    .action(async (id: string, tags: string[], flags: { remove?: boolean; json?: boolean }) =>
      (await work()).tagArtifact(desk, id, tags, flags),
    );
  withExamples(tag, ['symphony artifact tag a-5e1f golden', 'symphony artifact tag a-5e1f golden --remove']);

  const hold = artifact
    .command('hold <id>')
    .description('keep an artifact whatever any rule says, until it is released')
    .option('--reason <text>', 'why', 'held by a person')
    .option('--release', 'let it go instead')
    .option('--json', 'print the artifact as JSON')
    .action(async (id: string, flags: { reason: string; release?: boolean; json?: boolean }) =>
      (await work()).holdArtifact(desk, id, flags),
    );
  withExamples(hold, [
    'symphony artifact hold a-5e1f --reason "audit of May"',
    'symphony artifact hold a-5e1f --release',
  ]);

  const verify = artifact
    .command('verify')
    .description('read every content and report what is damaged, missing or named by nobody')
    .option('--collect', 'remove what nobody names')
    .option('--json', 'print as JSON')
    .action(async (flags: { collect?: boolean; json?: boolean }) =>
      (await work()).verifyArtifacts(desk, flags),
    );
  withExamples(verify, ['symphony artifact verify', 'symphony artifact verify --collect']);
}

const withFilter = (command: Command): Command =>
  command
    .option('--item <id>', 'of this work item')
    .option('--run <id>', 'of this run')
    .option('--type <type>', 'of this type: prompt, transcript, diff, evidence, …')
    .option('--tag <tags>', 'with all of these tags', several)
    .option('--after <date>', 'made on this day or later', instant)
    .option('--before <date>', 'made before this day', instant)
    .option('--limit <n>', 'at most so many', wholeNumber)
    .option('--json', 'print as JSON');

/** A day, or a day with a time, as people and machines write it. */
function instant(text: string): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It must be a date such as 2026-05-31 or 2026-05-31T14:00.');
  return at;
}
