import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A file's new text, its new bytes, or null to delete it. */
export type Change = string | Buffer | null;

/** A throw-away repository with `main` checked out. Its git is the plain binary, not our adapter. */
export class SampleRepository {
  readonly root: string;
  readonly path: string;

  private constructor(root: string, path: string) {
    this.root = root;
    this.path = path;
  }

  /** One that an earlier process made. */
  static at(root: string, path: string): SampleRepository {
    return new SampleRepository(root, path);
  }

  static async make(name = 'project'): Promise<SampleRepository> {
    const root = await mkdtemp(join(tmpdir(), 'symphony-host-'));
    const made = new SampleRepository(root, join(root, name));
    await mkdir(made.path);
    made.git('init', '--quiet', '--initial-branch=main', '--template=');
    const settings = '[user]\n\tname = Ada\n\temail = ada@example.org\n[commit]\n\tgpgsign = false\n';
    await appendFile(join(made.path, '.git', 'config'), settings);
    return made;
  }

  git(...args: string[]): string {
    return this.gitIn(this.path, ...args);
  }

  gitIn(cwd: string, ...args: string[]): string {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
  }

  async write(file: string, text: string | Buffer): Promise<void> {
    const path = join(this.path, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  /** Commits the changes onto whatever is checked out. */
  async commit(message: string, changes: Record<string, Change>): Promise<string> {
    for (const [file, change] of Object.entries(changes)) {
      if (change === null) await rm(join(this.path, file));
      else await this.write(file, change);
    }
    const files = Object.keys(changes);
    if (files.length > 0) this.git('add', '--all', '--force', '--', ...files);
    this.git('commit', '--quiet', '--no-verify', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** Commits the changes onto a branch cut from `from`, and goes back to where it was. */
  async branch(name: string, changes: Record<string, Change>, from = 'main'): Promise<string> {
    const before = this.git('rev-parse', '--abbrev-ref', 'HEAD');
    this.git('checkout', '--quiet', '-B', name, from);
    const head = await this.commit(`Work of ${name}`, changes);
    this.git('checkout', '--quiet', before);
    return head;
  }

  contains(descendant: string, ancestor: string): boolean {
    return this.git('rev-list', '--max-count=1', ancestor, `^${descendant}`) === '';
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}
