import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Finding, ok, problem, warning } from './finding.ts';
import { lookAt } from './look.ts';
import { tryListen } from './machine.ts';

/** The kernel's room for a socket path (`sun_path`), its closing zero taken off. */
const LONGEST = process.platform === 'darwin' ? 103 : 107;

/** Whether clients can reach a conductor at `path`, and whether one is there. */
export async function checkSocket(path: string): Promise<Finding> {
  const name = 'socket';
  const bytes = Buffer.byteLength(path);
  if (bytes > LONGEST) {
    return problem(
      name,
      `The control socket's path is ${bytes} bytes long; the system allows ${LONGEST}.`,
      'Move the repository to a shorter path, or set TMPDIR to a short one.',
    );
  }
  if (lookAt(path)) {
    if (await isAnswering(path)) return ok(name, 'A conductor is running and answers.');
    return warning(
      name,
      `${path} is left from a conductor that no longer answers.`,
      'Start Symphony again; it takes the place over.',
    );
  }
  const code = await tryIn(dirname(path));
  if (code === null) return ok(name, 'A control socket can be opened.');
  return problem(
    name,
    `No socket can be opened in ${dirname(path)}: ${code}.`,
    'Use a disk that allows sockets (network and some shared folders do not), or set TMPDIR to one.',
  );
}

/** Tries beside the real one. Where the folder does not exist yet, its nearest parent stands for it. */
async function tryIn(folder: string): Promise<string | null> {
  let place = folder;
  try {
    while (!lookAt(place) && dirname(place) !== place) place = dirname(place);
    const trial = await mkdtemp(join(place, '.s'));
    try {
      const path = join(trial, 's');
      // The trial folder may make the path too long although the real one is not.
      return Buffer.byteLength(path) > LONGEST ? await tryIn(tmpdir()) : await tryListen({ path });
    } finally {
      await rm(trial, { recursive: true, force: true });
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const ANSWER_MS = 1_000;

/** Whether somebody listens at this socket. */
export function isAnswering(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (reached: boolean): void => {
      socket.destroy();
      resolve(reached);
    };
    socket.setTimeout(ANSWER_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
