import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortError } from '@symphony/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

let tools: string;

beforeEach(async () => {
  tools = await mkdtemp(join(tmpdir(), 'symphony-tools-'));
});

afterEach(() => rm(tools, { recursive: true, force: true }));

/** Stands in for a bubblewrap of some machine: it works when its arguments please `condition`. */
const bubblewrap = (condition: string) =>
  writeFile(
    join(tools, 'bwrap'),
    `#!/bin/sh\n${condition} && exit 0\necho "bwrap: $0 said no" >&2; exit 1\n`,
    {
      mode: 0o755,
    },
  );

async function examined(options: SandboxOptions) {
  const sandbox = openSandbox(options);
  const refusal = await sandbox
    .enclose({
      run: 'run',
      profile: 'strict',
      chamber: tools,
      repository: tools,
      writable: [],
      readOnly: [],
      caches: [],
      hosts: [],
      home: tools,
      path: '',
      refused: () => undefined,
    })
    .then(async (enclosure) => void (await enclosure.close()))
    .catch((error: unknown) => error);
  return { ability: await sandbox.examine(), refusal };
}

test('without bubblewrap nothing is enforced, and the fix is named', async () => {
  const { ability, refusal } = await examined({ platform: 'linux', path: tools });
  expect(ability).toMatchObject({ files: false, network: false, processes: false });
  expect(ability.fix).toMatch(/apt install bubblewrap/);
  expect(refusal).toBeInstanceOf(PortError);
  expect((refusal as PortError).failure).toMatchObject({ code: 'missing', nextStep: ability.fix });
});

test('where namespaces are forbidden, that is said in the words of bubblewrap', async () => {
  await bubblewrap('false');
  const { ability, refusal } = await examined({ platform: 'linux', path: tools });
  expect(ability).toMatchObject({ files: false, network: false, processes: false });
  expect(ability.detail).toMatch(/said no/);
  expect((refusal as PortError).failure).toMatchObject({ code: 'refused', nextStep: ability.fix });
});

test('an older bubblewrap is taken, with what it cannot do', async () => {
  await bubblewrap('case "$*" in *--disable-userns*) false;; esac');
  const { ability, refusal } = await examined({ platform: 'linux', path: tools });
  expect(refusal).toBeUndefined();
  expect(ability).toMatchObject({ files: true, fix: expect.stringMatching(/0\.8/) });
});

test('there is none for other systems', async () => {
  const { ability, refusal } = await examined({ platform: 'win32' });
  expect(ability.files).toBe(false);
  expect((refusal as PortError).failure.nextStep).toMatch(/off/);
});
