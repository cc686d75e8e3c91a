import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilePath, showPath } from '@symphony/adapters/yaml';
import { nearest } from './known-keys.ts';
import { type ConfigProblem, problemAt } from './problem.ts';
import type { ProjectConfig } from './schema.ts';
import type { ConfigSource } from './source.ts';

export const PROMPT_FOLDER = '.symphony/prompts';

/** The name inside the prompts folder; people write the folder too, or not. */
export const promptName = (path: string): string =>
  path.replace(/^\.\//, '').replace(/^(?:\.symphony\/)?prompts\//, '');

/** Every template the configuration names, with the place that names it. */
export const namedPrompts = (config: ProjectConfig): { path: FilePath; name: string }[] => [
  ...(config.prompts.default === null
    ? []
    : [{ path: ['prompts', 'default'], name: promptName(config.prompts.default) }]),
  ...config.prompts.routes.map((route, at) => ({
    path: ['prompts', 'routes', at, 'prompt'],
    name: promptName(route.prompt),
  })),
];

export async function findMissingPrompts(
  root: string,
  config: ProjectConfig,
  source: ConfigSource,
): Promise<ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  for (const { path, name } of namedPrompts(config)) {
    if (await isFile(join(root, PROMPT_FOLDER, name))) continue;
    const near = nearest(name, await listPrompts(root));
    const advice = near ? `did you mean \`${near}\`?` : 'write it or name another.';
    const sentence = `\`${showPath(path)}\`: there is no file \`${PROMPT_FOLDER}/${name}\`; ${advice}`;
    problems.push(problemAt(path, source.lineNear(path), sentence));
  }
  return problems;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const listPrompts = (root: string): Promise<string[]> =>
  readdir(join(root, PROMPT_FOLDER)).catch((): string[] => []);
