import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Stage } from '../scenarios/stage.ts';
import { concert } from './concert.ts';
import { begins, commit, gate, openGate, PLAYERS } from './scripts.ts';

for (const agent of PLAYERS)
  concert(
    `containment ${agent}: an agent stays in its chamber, reaches what it may and leaves nothing running; the log says why`,
    { agents: [agent] },
    async ({ stage, home, ask }) => {
      mkdirSync(join(home, '.ssh'));
      writeFileSync(join(home, '.ssh', 'id_planted'), 'planted-private-key');
      const visitors: string[] = [];
      const alive = createServer((request, answer) => {
        visitors.push(request.url ?? '');
        answer.end('reached-the-server');
      }).listen(0, '127.0.0.1');
      const { port } = await new Promise<AddressInfo>((resolve) =>
        alive.once('listening', () => resolve(alive.address() as AddressInfo)),
      );
      try {
        ask('S-2', [
          { run: 'echo planted-in-another-chamber > other.txt' },
          gate(agent),
          ...commit('two.txt'),
        ]);
        const playing = await stage.play('--exit-when-idle');
        await begins(stage, 'S-2', 'gate-is-open');
        const daemon = `sleep 9${port}`; // nobody else sleeps as long
        const beside = join(stage.path, '..', 'escaped.txt');
        const escapes = {
          'the main working tree': `echo escaped > '${join(stage.path, 'escaped.txt')}'`,
          hooks: `echo escaped > "$(git rev-parse --git-common-dir)/hooks/post-commit"`,
          'another chamber': 'cat ../S-2*/other.txt',
          'keys of the person': 'cat ~/.ssh/id_planted',
          'a server of this machine': `curl -sS --max-time 5 http://127.0.0.1:${port}/`,
          'a host by name': 'curl -sS --fail --max-time 5 http://example.com/',
        };
        ask('S-1', [
          ...Object.values(escapes).map((run) => ({ run })),
          // Temporary folders are its own: it may write there, and nobody else sees it.
          { run: `echo escaped > '${beside}'` },
          { run: `(setsid nohup ${daemon} >/dev/null 2>&1 &)` },
          ...commit('one.txt'),
        ]);
        await stage.reached('S-1', 'open');
        openGate(stage, 'S-2');
        expect(await playing.ended).toMatchObject({ code: 0 });

        for (const [what, command] of Object.entries(escapes))
          expect(endOf(stage, 'S-1', command), what).toMatchObject({ ok: false });
        expect(existsSync(join(stage.path, 'escaped.txt'))).toBe(false);
        expect(existsSync(beside)).toBe(false);
        expect(existsSync(join(stage.path, '.git', 'hooks', 'post-commit'))).toBe(false);
        expect(visitors).toEqual([]);
        expect(running(daemon)).toEqual([]);
        const heard = JSON.stringify(stage.events.all());
        for (const secret of ['planted-private-key', 'reached-the-server'])
          expect(heard).not.toContain(secret);
        const said = stage.events
          .of('agent-reported', 'S-1')
          .flatMap(({ event }) => (event.type === 'contained' ? [event.text] : []));
        expect(said).toContainEqual(expect.stringContaining('writes only in its chamber'));
        expect(said).toContainEqual(expect.stringContaining('refused to write outside the chamber'));
        expect(said).toContainEqual(expect.stringContaining('example.com was refused'));
        expect((await stage.item('S-1')).outcome).toBe('merged');
      } finally {
        alive.close();
      }
    },
  );

/** How the command ended that was begun with these words. */
function endOf(stage: Stage, item: string, command: string) {
  const events = stage.events.of('agent-reported', item).map(({ event }) => event);
  const begun = events.find(
    (each) => each.type === 'tool-started' && each.summary.includes(command.slice(0, 60)),
  );
  if (begun?.type !== 'tool-started') throw new Error(`nobody ran ${command}`);
  return events.find((each) => each.type === 'tool-ended' && each.id === begun.id);
}

/** By its words, wherever it went. */
function running(command: string): string[] {
  const wanted = `${command.replaceAll(' ', '\0')}\0`;
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === wanted;
    } catch {
      return false; // it ended while we looked
    }
  });
}
