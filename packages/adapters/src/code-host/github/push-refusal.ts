import { type FailureCode, PortError } from '@symphony/domain';
import { type GitResult, isDiskTrouble } from '../../git/index.ts';
import { plainAddress } from './credentials.ts';

/** What git says when it could not reach, read or change the remote, as a failure of ours. Pure. */

/** A server that is away is worth another try; one that says no is a person's to talk to. */
const AWAY =
  /could not resolve host|timed out|connection (?:refused|reset)|unable to access.*(?:50\d|429)|early eof|remote end hung up|cannot lock ref/i;
/** It hung up because of what it was sent, and would again. */
const TURNED_DOWN = /^remote: fatal: pack exceeds/m;
/** It does not know who asks. A server that knows them and does not let them says 403. */
const STRANGER =
  /authentication failed|could not read (?:username|password)|invalid username or (?:password|token)|returned error: 401|permission denied \(publickey/i;

export function pushRefusal(what: string, { stderr, stdout }: Omit<GitResult, 'code'>): PortError {
  const said = (stderr || stdout).trim().replaceAll(/\b\w+:\/\/\S+/g, (each) => plainAddress(each));
  const refused = (code: FailureCode, nextStep: string) =>
    new PortError({ code, message: `${what}: ${gist(said)}`, nextStep });
  if (STRANGER.test(said))
    return refused(
      'credentials',
      'Renew the token or the key; `symphony doctor` looks whether git may push.',
    );
  if (AWAY.test(said) && !TURNED_DOWN.test(said))
    return refused('unavailable', 'It is tried again at the next poll.');
  // What the other side says is about its own disk.
  if (isDiskTrouble(said.replaceAll(/^remote:.*$/gm, '')))
    return refused('disk', 'Free some space on this disk.');
  return refused(
    'refused',
    'Mend what it names, or look at the rules of the remote and the rights of the token; `symphony doctor` checks them.',
  );
}

/** Git's own lines around what the other side says tell nobody anything new. */
const FRAME = /^(?:To |error: failed to push some refs|hint:|remote:\s*$|\s*$)/;
const FIRST = 4;
const LAST = 2;
const LENGTH = 600;

/** Hooks say the most important thing first, and git at the end what became of it. */
function gist(said: string): string {
  const lines = said.split('\n').filter((line) => !FRAME.test(line));
  return lines
    .filter((_, at) => at < FIRST || at >= lines.length - LAST)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join(' / ')
    .slice(0, LENGTH);
}
