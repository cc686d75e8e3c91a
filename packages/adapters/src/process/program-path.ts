import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { type Launch, PortError } from '@symphony/domain';

/**
 * Where a program is started by another one (a terminal, a sandbox), a missing one would only be seen
 * as an exit. It is looked for first, as the system would.
 */
export async function checkProgram({ command, cwd, env }: Launch): Promise<void> {
  if (!(await isFolder(cwd)))
    throw new PortError({
      code: 'missing',
      message: `${command} could not be started: its folder ${cwd} is missing.`,
    });
  for (const path of candidates(command, cwd, env.PATH ?? '')) if (await isProgram(path)) return;
  throw new PortError({
    code: 'missing',
    message: `${command} could not be started: the program is missing.`,
    nextStep: 'Install it, or put the folder it lies in on the PATH.',
  });
}

const candidates = (command: string, cwd: string, path: string): string[] =>
  isAbsolute(command) || command.includes('/')
    ? [resolve(cwd, command)]
    : path.split(delimiter).map((folder) => join(resolve(cwd, folder), command));

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
