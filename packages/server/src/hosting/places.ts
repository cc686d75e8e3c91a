import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where packages come from: reachable from the standard sandbox, so that agents can install what a project needs. */
export const REGISTRIES: readonly string[] = [
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'pypi.org',
  'files.pythonhosted.org',
  'crates.io',
  'index.crates.io',
  'static.crates.io',
  'proxy.golang.org',
  'sum.golang.org',
  'rubygems.org',
  'repo.maven.apache.org',
  'repo1.maven.org',
  'plugins.gradle.org',
  'deb.debian.org',
];

/** Where package tools keep what they fetched. */
export const CACHES: readonly string[] = [
  '~/.npm',
  '~/.cache/npm',
  '~/.cache/pnpm',
  '~/.local/share/pnpm',
  '~/.cache/yarn',
  '~/.yarn',
  '~/.bun/install/cache',
  '~/.cache/pip',
  '~/.cache/uv',
  '~/.cache/go-build',
  '~/go/pkg/mod',
  '~/.cargo/registry',
  '~/.cargo/git',
  '~/.m2/repository',
  '~/.gradle/caches',
  '~/.cache/ms-playwright',
];

export const belowHome = (path: string, home: string = homedir()): string =>
  path.startsWith('~/') ? join(home, path.slice(2)) : path;

/**
 * An agent's own folders are there before its sandbox is: what it writes into them must last. A file
 * of its own that is not there yet is left to it. Those that are there now.
 */
export async function makeOwn(paths: readonly string[]): Promise<string[]> {
  for (const path of paths.filter((each) => !isFile(each)))
    await mkdir(path, { recursive: true, mode: 0o700 });
  return paths.filter((path) => existsSync(path));
}

/** By its ending: `.claude` is a folder, `.claude.json` is not. */
const isFile = (path: string): boolean => /[^/]\.[a-z]+$/.test(path);
