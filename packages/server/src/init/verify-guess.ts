type Read = (name: string) => Promise<string | null>;

/** The checks a repository seems to have. A wrong guess costs a person one edit, a missing one costs proof. */
export async function guessVerify(files: ReadonlySet<string>, read: Read): Promise<string[]> {
  const commands = [
    ...npmScripts(files, await read('package.json')),
    ...pythonTests(files, await read('pyproject.toml')),
    ...(files.has('Cargo.toml') ? ['cargo test'] : []),
    ...(files.has('go.mod') ? ['go test ./...'] : []),
  ];
  return commands.length > 0 ? commands : makeTargets(await read('Makefile'));
}

const SCRIPTS = ['typecheck', 'types', 'lint', 'test'] as const;

function npmScripts(files: ReadonlySet<string>, text: string | null): string[] {
  const scripts = scriptsOf(text);
  const runner = files.has('pnpm-lock.yaml')
    ? 'pnpm'
    : files.has('yarn.lock')
      ? 'yarn'
      : files.has('bun.lock') || files.has('bun.lockb')
        ? 'bun'
        : 'npm';
  return (
    SCRIPTS.filter((name) => typeof scripts[name] === 'string')
      // What `npm init` writes always fails.
      .filter((name) => !/no test specified/.test(String(scripts[name])))
      .map((name) => (name === 'test' && runner !== 'bun' ? `${runner} test` : `${runner} run ${name}`))
  );
}

function scriptsOf(text: string | null): Record<string, unknown> {
  try {
    const scripts: unknown = JSON.parse(text ?? '{}')?.scripts;
    return typeof scripts === 'object' && scripts !== null ? (scripts as Record<string, unknown>) : {};
  } catch {
    // A package.json that cannot be read has no scripts to run.
    return {};
  }
}

function pythonTests(files: ReadonlySet<string>, text: string | null): string[] {
  if (text === null || !(/\bpytest\b/.test(text) || files.has('tests'))) return [];
  const runner = files.has('uv.lock') ? 'uv run ' : files.has('poetry.lock') ? 'poetry run ' : 'python -m ';
  return [`${runner}pytest`];
}

const makeTargets = (text: string | null): string[] =>
  ['check', 'test']
    .filter((name) => new RegExp(`^${name}\\s*:(?!=)`, 'm').test(text ?? ''))
    .slice(0, 1)
    .map((name) => `make ${name}`);
