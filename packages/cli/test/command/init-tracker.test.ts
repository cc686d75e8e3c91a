import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGitHubServer, TEST_TOKEN } from '@symphony/testkit/github-server';
import { openLinearServer } from '@symphony/testkit/linear-server';
import { expect, test } from 'vitest';
import { type Screen, Tmux, withoutTmux } from '../attach/tmux.ts';
import { makeRepository } from './symphony.ts';

const unable = withoutTmux();
const name = (text: string) => (unable ? `${text} (skipped: ${unable})` : text);

interface Wizard {
  /** `symphony init` with a stand-in at the other end. */
  readonly begin: (...args: string[]) => Screen;
  readonly config: () => string | null;
}

/** A repository and a terminal with this variable in it. */
async function atTerminal(
  variable: string,
  secret: string,
  play: (wizard: Wizard) => Promise<void>,
): Promise<void> {
  const repository = makeRepository();
  const tmux = new Tmux({ [variable]: secret });
  const file = join(repository.path, '.symphony', 'symphony.yaml');
  try {
    await play({
      begin: (...args) => tmux.symphony(repository.path, ['init', ...args]),
      config: () => (existsSync(file) ? readFileSync(file, 'utf8') : null),
    });
  } finally {
    tmux.end();
    repository.remove();
  }
}

/** Everything that is asked after the tracker, as it was found. */
async function takesTheRest(screen: Screen): Promise<void> {
  for (const question of [
    'Which branch',
    'Which commands',
    'What happens to work',
    'Put a small first item',
  ]) {
    await screen.sees(question);
    screen.press('Enter');
  }
  await screen.sees('exit code 0');
  await screen.sees('terminal restored');
}

test.skipIf(unable)(
  name('C21 init asks Linear: a team that is not there is asked for again, leaving writes nothing'),
  async () => {
    const server = await openLinearServer();
    try {
      await atTerminal('LINEAR_API_KEY', server.key, async ({ begin, config }) => {
        const left = begin('--tracker', 'linear', '--endpoint', server.url);
        await left.sees('Which team');
        left.press('C-c');
        await left.sees('exit code 1');
        await left.sees('terminal restored');
        expect(left.all()).toContain('Left: nothing was written.');
        expect(config()).toBeNull();

        const screen = begin('--endpoint', server.url);
        await screen.sees('Where does work come from?');
        screen.press('Down', 'Down', 'Enter');
        await screen.sees('Which team');
        screen.type('NOPE');
        screen.press('Enter');
        await screen.sees('The team NOPE is not there, or the key cannot see it.');
        await screen.sees('What now?');
        screen.press('Enter');
        await screen.sees(/Where does work come from\?[\s\S]*Where does work come from\?/);
        screen.press('Enter');
        await screen.sees(/Which team[\s\S]*Which team/);
        screen.type('eng');
        screen.press('Enter');
        await screen.sees('The team ENG is there.');
        await takesTheRest(screen);
        expect(config()).toMatch(
          /kind: linear\n {2}provider:\n.*\n {4}api_key: \$LINEAR_API_KEY\n {4}team: ENG\n/,
        );
        for (const text of [config(), screen.all()]) expect(text).not.toContain(server.key);
      });
    } finally {
      await server.close();
    }
  },
  120_000,
);

test.skipIf(unable)(
  name(
    'C21 init asks GitHub: a repository that is not there is said at once, and may be written all the same',
  ),
  async () => {
    const server = await openGitHubServer({ repositories: ['acme/app'] });
    try {
      await atTerminal('GH_TOKEN', TEST_TOKEN, async ({ begin, config }) => {
        const screen = begin('--endpoint', server.url);
        await screen.sees('Where does work come from?');
        screen.press('Down', 'Enter');
        await screen.sees('Which repository');
        screen.type('acme/nope');
        screen.press('Enter');
        await screen.sees('What now?');
        screen.press('Down', 'Enter');
        await takesTheRest(screen);
        expect(config()).toMatch(/token: \$GH_TOKEN\n {4}repository: acme\/nope\n/);

        const again = begin(
          '--force',
          '--tracker',
          'github',
          '--repository',
          'https://github.com/acme/app',
          '--endpoint',
          server.url,
        );
        await again.sees('GitHub shows the issues of acme/app.');
        await takesTheRest(again);
        expect(again.all()).toContain('Kept the old .symphony/symphony.yaml as');
        expect(config()).toContain('repository: acme/app\n');
        for (const text of [config(), screen.all(), again.all()]) expect(text).not.toContain(TEST_TOKEN);
      });
    } finally {
      await server.close();
    }
  },
  120_000,
);
