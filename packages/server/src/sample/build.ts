import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openGit } from '@symphony/adapters/git';
import { IGNORE_FILE } from '../init/plan.ts';
import { writeItems } from './items.ts';
import { clearPlace, MARKER } from './place.ts';

const material = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * Makes the sample repository in `folder`: a small library with its tests, a board of eight
 * items and a mission, whose scripts the rehearsal player plays. An earlier sample is replaced. Rejects with
 * PortError: `refused` when the folder is somebody else's, `conflict` while Symphony runs there.
 */
export async function buildSample(folder: string): Promise<void> {
  await clearPlace(folder);
  const home = join(folder, '.symphony');
  await cp(material('./project'), folder, { recursive: true });
  await cp(material('./mission'), join(folder, 'missions'), { recursive: true });
  await writeItems(join(home, 'board'));
  await cp(material('./symphony.yaml'), join(home, 'symphony.yaml'));
  // The board stays out of git here, so that the checkout is clean when everything is merged.
  await writeFile(join(home, '.gitignore'), `${IGNORE_FILE.text}board/\n`);
  await commitAll(folder);
}

/**
 * What a person's own git settings do elsewhere must not change how the sample plays: hooks of
 * theirs, signing that waits for a passphrase, line endings the scripts would not find again.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  'user.name': 'Symphony Sample',
  'user.email': 'sample@localhost',
  'commit.gpgsign': 'false',
  'core.hooksPath': '/dev/null',
  'core.autocrlf': 'false',
};

async function commitAll(folder: string): Promise<void> {
  const git = openGit('sample');
  await git(folder, 'init', '--quiet', '--initial-branch=main', '--template=');
  for (const [key, value] of Object.entries(SETTINGS)) await git(folder, 'config', '--local', key, value);
  await mkdir(join(folder, '.git', 'info'), { recursive: true });
  await writeFile(join(folder, '.git', 'info', 'exclude'), `${MARKER}\n`);
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'Start a library of measures');
}
