import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGit } from '@symphony/adapters/git';
import { type ChildGroup, spawnGroup } from '@symphony/adapters/process';
import { openSandbox } from '@symphony/adapters/sandbox';
import type { Enclosure } from '@symphony/domain';
import { openStage, type Stage } from '@symphony/testkit';
import { enclose } from '../../packages/server/src/hosting/enclosing.ts';
import { memoryNow } from '../memory.ts';

export interface EnclosedRequest {
  readonly runs: number;
}

/** For each run. Not a number where nothing can be enclosed. */
export interface EnclosedMemory {
  readonly forwarderMb: number;
  readonly wallMb: number;
  readonly residentMb: number;
  readonly processes: number;
  /** What this process keeps: the sockets outside, and a share of the proxy. */
  readonly conductorMb: number;
}

const NOTHING: EnclosedMemory = {
  forwarderMb: Number.NaN,
  wallMb: Number.NaN,
  residentMb: Number.NaN,
  processes: Number.NaN,
  conductorMb: Number.NaN,
};

/** In the agent's place: it takes next to nothing, and is not counted. */
const AGENT = ['sleep', '86400'] as const;
/** Where the host tools would listen: one more way out than the proxy. */
const TOOLS = '127.0.0.1:65000';
const LONGEST_START_MS = 30_000;

export async function encloseMany({ runs }: EnclosedRequest): Promise<EnclosedMemory> {
  const sandbox = openSandbox();
  const { processes, detail } = await sandbox.examine();
  if (!processes || process.platform !== 'linux') {
    console.error(`  the sandbox's memory is left out: ${detail}`);
    return NOTHING;
  }
  const stage = await openStage();
  const enclosures: Enclosure[] = [];
  const groups: ChildGroup[] = [];
  try {
    const enter = async (run: string): Promise<void> => {
      const enclosure = await encloseOn(stage, sandbox, run);
      enclosures.push(enclosure);
      const [command, ...args] = AGENT;
      const launch = enclosure.confine({ command, args, cwd: stage.repository.path, env: stage.env });
      groups.push(await spawnGroup({ ...launch, marker: { instance: stage.instance, role: 'agent', run } }));
    };
    await enter('first'); // brings the proxy and the code with it, which all share
    const before = memoryNow().rssMb;
    for (let run = 1; run <= runs; run++) await enter(`run-${run}`);
    const around = (await Promise.all(groups.slice(1).map(({ identity }) => settled(identity.pid)))).flat();
    const conductorMb = (memoryNow().rssMb - before) / runs;
    const sum = (of: readonly Seen[], field: 'shareMb' | 'residentMb'): number =>
      of.reduce((total, each) => total + each[field], 0) / runs;
    const [walls, forwarders] = [around.filter(isWall), around.filter((each) => !isWall(each))];
    return {
      forwarderMb: sum(forwarders, 'shareMb'),
      wallMb: sum(walls, 'shareMb'),
      residentMb: sum(around, 'residentMb'),
      processes: around.length / runs,
      conductorMb,
    };
  } finally {
    await Promise.all(groups.map((group) => group.stop(0)));
    for (const enclosure of enclosures) await enclosure.close();
    await stage.close();
  }
}

async function encloseOn(
  { repository, env, tmp, instance }: Stage,
  sandbox: ReturnType<typeof openSandbox>,
  run: string,
): Promise<Enclosure> {
  const place = {
    sandbox,
    git: openGit(instance),
    repository: repository.path,
    extra: () => ({ hosts: [], caches: [] }),
  };
  const refused = (): void => undefined;
  const asked = {
    run,
    profile: 'standard',
    cwd: repository.path,
    env,
    needs: undefined,
    tmp,
    refused,
  } as const;
  const enclosure = await enclose(place, { ...asked, hosts: [TOOLS] });
  if (enclosure === null) throw new Error('Nothing was enclosed.');
  return enclosure;
}

interface Seen {
  readonly command: string;
  readonly residentMb: number;
  /** Pages it shares with others count by the part that is its own. */
  readonly shareMb: number;
}

const isWall = ({ command }: Seen): boolean => /^(\S*\/)?bwrap\b/.test(command);

/** The processes around an agent, itself left out. What opens its way has ended once it runs. */
async function settled(leader: number): Promise<readonly Seen[]> {
  const agent = AGENT.join(' ');
  const commands = () => [leader, ...descentOf(leader)].map((pid) => ({ pid, command: commandOf(pid) }));
  for (const end = performance.now() + LONGEST_START_MS; performance.now() < end; await sleep(50))
    if (commands().some(({ command }) => command === agent))
      return commands()
        .filter(({ command }) => command !== agent)
        .map(look);
  throw new Error('The sandbox did not start what it was given.');
}

function look({ pid, command }: { readonly pid: number; readonly command: string }): Seen {
  const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(memory)?.[1]) / 1024;
  return { command, residentMb: field('Rss'), shareMb: field('Pss') };
}

const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim();

const descentOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descentOf(child)]);

/** Of all its threads. */
const childrenOf = (pid: number): number[] =>
  tasksOf(pid).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );

const tasksOf = (pid: number): string[] =>
  existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];

/** Nothing of a process that has ended meanwhile: it is none of those that stay. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
