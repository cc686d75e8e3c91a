import { createHash } from 'node:crypto';
import {
  type Chamber,
  type ChamberOnDisk,
  type ChamberPort,
  type ChamberRequest,
  type Inspection,
  type ItemId,
  PortError,
  type Removal,
} from '@symphony/domain';
import { chamberBranch, chamberKey } from '../key.ts';

interface Room {
  readonly chamber: Chamber;
  readonly item: ItemId;
  readonly commits: string[];
  readonly dirty: Map<string, string>;
}

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(parts.join('\0')).digest('hex');

const FIRST_PORT = 20_000;

/**
 * Chambers without git, for tests of what decides over them. `write`, `commit` and `merge` play the
 * agent and the merge train; `failHook` makes a hook fail.
 */
export class MemoryChambers implements ChamberPort {
  readonly #rooms = new Map<string, Room>();
  /** What is merged, by target branch; the last one is its head. */
  readonly #targets = new Map<string, string[]>();
  readonly #bundles = new Map<string, Room>();
  readonly #failing = new Map<string, string>();
  #nextPort = FIRST_PORT;

  async prepare(request: ChamberRequest): Promise<Chamber> {
    const key = request.known?.key ?? chamberKey(request.identifier);
    const room = this.#rooms.get(key);
    if (room && room.item !== request.item && request.known === null)
      throw new PortError({
        code: 'conflict',
        message: `The chamber ${key} belongs to the work item ${room.item}, not to ${request.item}.`,
      });
    if (room) return request.known ? { ...room.chamber, baseCommit: request.known.baseCommit } : room.chamber;
    const port = this.#nextPort;
    this.#nextPort += 1;
    const chamber: Chamber = {
      key,
      path: `/chambers/${key}`,
      branch: chamberBranch(key),
      baseCommit: this.#target(request.target).at(-1) ?? '',
      ports: [port],
      env: { PORT: String(port) },
    };
    this.#rooms.set(key, { chamber, item: request.item, commits: [], dirty: new Map() });
    return chamber;
  }

  async inspect(chamber: Chamber): Promise<Inspection> {
    const room = this.#room(chamber);
    const head = room.commits.at(-1) ?? room.chamber.baseCommit;
    const dirty = [...room.dirty].sort(([a], [b]) => a.localeCompare(b));
    return {
      head,
      tree: hashOf('tree', head),
      commits: room.commits.length,
      dirty: dirty.slice(0, 100).map(([path]) => path),
      fingerprint: hashOf(head, JSON.stringify(dirty)),
    };
  }

  async runHook(chamber: Chamber, hook: 'before_run' | 'after_run'): Promise<void> {
    this.#room(chamber);
    const message = this.#failing.get(hook);
    if (message !== undefined && hook === 'before_run') throw new PortError({ code: 'refused', message });
  }

  async remove(
    chamber: Chamber,
    { target, force }: { readonly target: string; readonly force: boolean },
  ): Promise<Removal> {
    const room = this.#rooms.get(chamber.key);
    if (!room) return { kind: 'removed', bundle: this.#bundleOf(chamber) };
    const merged = this.#target(target);
    const unmerged = room.commits.filter((commit) => !merged.includes(commit)).length;
    if (unmerged === 0 && room.dirty.size === 0) {
      this.#rooms.delete(chamber.key);
      return { kind: 'removed', bundle: null };
    }
    const reason =
      room.dirty.size > 0
        ? `${room.dirty.size} files have uncommitted changes`
        : `${unmerged} commits are not in ${target} yet`;
    if (!force) return { kind: 'kept', reason };
    const bundle = `/bundles/${chamber.key}-${chamber.baseCommit.slice(0, 8)}.bundle`;
    this.#bundles.set(bundle, room);
    this.#rooms.delete(chamber.key);
    return { kind: 'removed', bundle };
  }

  async list(): Promise<readonly ChamberOnDisk[]> {
    return [...this.#rooms.values()].map(({ chamber: { key, path, branch, baseCommit }, item }) => ({
      key,
      path,
      branch,
      baseCommit,
      item,
    }));
  }

  /** Leaves an uncommitted change. */
  write(chamber: Chamber, path: string, content: string): void {
    this.#room(chamber).dirty.set(path, content);
  }

  /** Commits what is uncommitted and returns the commit. */
  commit(chamber: Chamber, message: string): string {
    const room = this.#room(chamber);
    const parent = room.commits.at(-1) ?? room.chamber.baseCommit;
    const commit = hashOf('commit', chamber.key, parent, message, JSON.stringify([...room.dirty]));
    room.commits.push(commit);
    room.dirty.clear();
    return commit;
  }

  /** Lands the chamber's commits on the target. */
  merge(chamber: Chamber, target: string): void {
    this.#target(target).push(...this.#room(chamber).commits);
  }

  /** Makes the hook fail from now on; null lets it pass again. */
  failHook(hook: 'before_run' | 'after_run', message: string | null): void {
    if (message === null) this.#failing.delete(hook);
    else this.#failing.set(hook, message);
  }

  #target(name: string): string[] {
    const commits = this.#targets.get(name) ?? [hashOf('first', name)];
    this.#targets.set(name, commits);
    return commits;
  }

  #bundleOf(chamber: Chamber): string | null {
    const path = `/bundles/${chamber.key}-${chamber.baseCommit.slice(0, 8)}.bundle`;
    return this.#bundles.has(path) ? path : null;
  }

  #room(chamber: Chamber): Room {
    const room = this.#rooms.get(chamber.key);
    if (room) return room;
    throw new PortError({ code: 'missing', message: `There is no whole chamber at ${chamber.path}.` });
  }
}
