import { join } from 'node:path';
import { openLocalHost } from '@symphony/adapters/code-host/local';
import { openGit } from '@symphony/adapters/git';
import { allowedEnvironment } from '@symphony/adapters/process';
import { openProver } from '@symphony/adapters/prover/shell';
import type { AssembleRequest, Assembly, CodeHost, Landing, TrainEntry } from '@symphony/domain';
import { type Change, SampleRepository } from './sample-repository.ts';

export type Assembled = Extract<Assembly, { kind: 'assembled' }>;
export type Conflict = Extract<Assembly, { kind: 'conflict' }>;

/** A sample repository with a local host on it, its scratch worktree inside as in real use. */
export class LocalStage {
  readonly repository: SampleRepository;
  readonly scratch: string;
  readonly host: CodeHost;
  readonly prepared: string[] = [];

  private constructor(repository: SampleRepository, prepare?: (path: string) => Promise<void>) {
    this.repository = repository;
    this.scratch = join(repository.path, '.symphony', 'run', 'train');
    const instance = repository.root;
    this.host = openLocalHost({
      repository: repository.path,
      scratch: this.scratch,
      git: openGit(instance),
      prover: openProver({ instance }),
      instance,
      environment: () => allowedEnvironment(process.env, {}),
      prepareScratch: async (path) => {
        this.prepared.push(path);
        await prepare?.(path);
      },
    });
  }

  static async open(files: Record<string, Change>, name?: string): Promise<LocalStage> {
    const repository = await SampleRepository.make(name);
    await repository.commit('Start', { '.gitignore': '.symphony/\nignored/\n', ...files });
    return new LocalStage(repository);
  }

  static on(repository: SampleRepository): LocalStage {
    return new LocalStage(repository);
  }

  /** Another host on the same repository, as after a restart. */
  reopen(prepare?: (path: string) => Promise<void>): LocalStage {
    return new LocalStage(this.repository, prepare);
  }

  get target(): string {
    return this.repository.git('rev-parse', 'refs/heads/main');
  }

  async entry(name: string, changes: Record<string, Change>, from?: string): Promise<TrainEntry> {
    const branch = `symphony/${name}`;
    const head = await this.repository.branch(branch, changes, from);
    return { item: `item-${name}`, identifier: name, title: `Work on ${name}`, branch, head };
  }

  assemble(entries: readonly TrainEntry[], more: Partial<AssembleRequest> = {}): Promise<Assembly> {
    const rest = { target: 'main', verify: [], verifyTimeoutMs: 20_000, provedTrees: [] };
    return this.host.assemble({ ...rest, entries, ...more });
  }

  async assembled(entries: readonly TrainEntry[], more: Partial<AssembleRequest> = {}): Promise<Assembled> {
    const assembly = await this.assemble(entries, more);
    if (assembly.kind === 'assembled') return assembly;
    throw new Error(`expected an assembled train, got a conflict: ${assembly.report}`);
  }

  async conflict(entries: readonly TrainEntry[]): Promise<Conflict> {
    const assembly = await this.assemble(entries);
    if (assembly.kind === 'conflict') return assembly;
    throw new Error('expected a conflict, got an assembled train');
  }

  land({ base, commit }: { readonly base: string; readonly commit: string }): Promise<Landing> {
    return this.host.land({ target: 'main', expected: base, commit });
  }

  isMerged(commit: string): boolean {
    return this.repository.contains('refs/heads/main', commit);
  }

  close(): Promise<void> {
    return this.repository.remove();
  }
}
