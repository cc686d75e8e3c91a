import { CommanderError } from 'commander';
import { complain } from './complaint.ts';
import { type Desk, readPerson, readVersion } from './desk.ts';
import { symphonyProgram } from './program.ts';
import { readServiceCall } from './service-call.ts';
import { processTerminal } from './terminal.ts';

/** The `symphony` command. Resolves with the exit code: 0 done, 1 failed, 2 wrong use. */
export async function main(args: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  let code: 0 | 1 = 0;
  const desk: Desk = {
    terminal,
    version: readVersion(),
    person: readPerson(),
    folder: () => program.opts<{ repo?: string }>().repo ?? process.cwd(),
    endWith: (wanted) => {
      code = wanted;
    },
  };
  const program = symphonyProgram(desk);
  try {
    await program.parseAsync([...readServiceCall(args, process.cwd())], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has told the person already; asking for help or the version is no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return complain(error, terminal);
  }
}
