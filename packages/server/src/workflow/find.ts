import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readYamlText } from '@symphony/adapters/yaml';
import { CONFIG_FILE } from '../config/problem.ts';
import { splitWorkflow } from './front-matter.ts';
import { isMap } from './placed-value.ts';

const WORKFLOW_FILE = 'WORKFLOW.md';

/**
 * The workflow file a repository is run by, absolute; null: its own configuration stands. One that
 * is named counts whatever is in it. One that merely lies there counts when there is no
 * `.symphony/symphony.yaml` and its front matter has a `tracker`: many a repository keeps notes under that name.
 */
export async function findWorkflow(root: string, named: string | null): Promise<string | null> {
  if (named !== null) return resolve(named);
  if (await isThere(join(root, CONFIG_FILE))) return null;
  const path = join(root, WORKFLOW_FILE);
  const text = await readFile(path, 'utf8').catch(() => null); // one that cannot be read is nobody's
  return text !== null && speaksOfTracker(text) ? path : null;
}

/** A front matter that cannot be read is judged by its look, so that the mistake in it is told. */
function speaksOfTracker(text: string): boolean {
  const { front } = splitWorkflow(text);
  if (front === null) return false;
  const { data } = readYamlText(front);
  return data === null ? /^tracker:/m.test(front) : isMap(data.value) && isMap(data.value.tracker);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
