import { readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname } from 'node:path';
import { type FilePath, readYamlText, type YamlText } from '@symphony/adapters/yaml';
import { CONFIG_FILE, type ConfigProblem, problemAt } from '../config/problem.ts';
import type { Environment } from '../config/secret.ts';
import { type ConfigSource, NO_SOURCE } from '../config/source.ts';
import { type FaultName, fault, type WorkflowFault } from './fault.ts';
import { readFields } from './fields.ts';
import { splitWorkflow, type WorkflowParts } from './front-matter.ts';
import type { PathGround } from './path-value.ts';
import { assembled, isMap, originOf, type PlacedValue } from './placed-value.ts';

/** The prompt of a workflow file, and where it stands. */
export interface WorkflowPrompt {
  /** As people are told of it. */
  readonly name: string;
  /** Empty: the usual words. */
  readonly text: string;
  readonly line: number;
}

/** A workflow file read as configuration: the front matter in the shape of our own file (C22). */
export interface WorkflowSource extends ConfigSource {
  readonly prompt: WorkflowPrompt;
  /** A problem found later, in the words and the place of this file. */
  retell(problem: ConfigProblem): ConfigProblem;
}

export async function openWorkflow(path: string, env: Environment): Promise<WorkflowSource> {
  const ground = { folder: dirname(path), home: env.HOME ?? homedir(), temp: tmpdir(), env };
  try {
    return readWorkflow(await readFile(path, 'utf8'), basename(path), ground);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const sentence = `${path} cannot be read (${code}); name a workflow file, or write one.`;
    return broken(basename(path), [fault('missing_workflow_file', [], sentence)]);
  }
}

export function readWorkflow(text: string, name: string, ground: PathGround): WorkflowSource {
  const parts = splitWorkflow(text);
  const yaml = readYamlText(parts.front ?? '');
  if (yaml.data === null || yaml.faults.length > 0) {
    const line = yaml.faults[0]?.line ?? null;
    const faults = yaml.faults.map(({ sentence }) => fault('workflow_parse_error', [], sentence));
    return broken(name, faults, parts, line);
  }
  const front = yaml.data.value;
  if (!isMap(front) || yaml.data.json.includes('"__proto__":')) {
    const sentence = 'The front matter must be a map of keys and values.';
    return broken(name, [fault('workflow_front_matter_not_a_map', [], sentence)], parts, 1);
  }
  const { values, faults } = readFields(front, ground);
  return {
    data: assembled(values),
    problems: faults.map((each) => told(each, name, yaml.lineNear(each.path))),
    ...placesIn(values, yaml),
    prompt: promptOf(parts, name),
    retell: (problem) => retold(problem, name),
  };
}

/** Players are never looked for: the file names the only one there is. */
const NAMES_PLAYERS = (path: FilePath): number | null =>
  path.length === 1 && path[0] === 'players' ? 1 : null;

function placesIn(values: readonly PlacedValue[], yaml: YamlText): Pick<ConfigSource, 'lineOf' | 'lineNear'> {
  const lineOf = (path: FilePath): number | null => {
    const origin = originOf(values, path);
    return origin === null ? NAMES_PLAYERS(path) : yaml.lineOf(origin);
  };
  const lineNear = (path: FilePath): number | null => {
    const origin = originOf(values, path);
    return origin === null ? null : yaml.lineNear(origin);
  };
  return { lineOf, lineNear };
}

const promptOf = ({ body, bodyLine }: WorkflowParts, name: string): WorkflowPrompt => ({
  name,
  text: body,
  line: bodyLine,
});

const NOTHING: WorkflowParts = { front: null, body: '', bodyLine: 1 };

const broken = (
  name: string,
  faults: readonly WorkflowFault[],
  parts = NOTHING,
  line: number | null = null,
): WorkflowSource => ({
  ...NO_SOURCE,
  problems: faults.map((each) => told(each, name, line)),
  prompt: promptOf(parts, name),
  retell: (problem) => retold(problem, name),
});

const told = ({ name, path, sentence }: WorkflowFault, file: string, line: number | null): ConfigProblem =>
  retold(problemAt(path, line, `${name}: ${sentence}`), file);

/** What our own checks found is about this file, and has a name in its specification. */
function retold(problem: ConfigProblem, file: string): ConfigProblem {
  const message = problem.message.replace(`(${CONFIG_FILE}`, `(${file}`);
  if (/^[a-z]+(?:_[a-z]+)+: /.test(message)) return { ...problem, message };
  return { ...problem, message: `${nameOf(problem)}: ${message}` };
}

function nameOf({ path, message }: ConfigProblem): FaultName {
  if (!path.startsWith('tracker')) return 'invalid_workflow_config';
  if (path === 'tracker.kind') return 'unsupported_tracker_kind';
  return message.includes('is missing: the environment variable')
    ? 'missing_tracker_secret'
    : 'invalid_tracker_config';
}
