import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatBatch, Tool } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { verdictIn } from '../../src/chat/inbox.ts';
import { chatsOnDemand } from '../../src/chat/index.ts';
import { chatStage, ended, Reader, readToEnd, said } from './stage.ts';

const send = (text: string, chat: string | null = null) =>
  ({ name: 'chat-send', chat, text, by: 'ada' }) as const;

describe('a chat', () => {
  it('is answered, and its view is the fold of what was recorded', async () => {
    const { host } = chatStage(async ({ record, say }) => {
      say('Hel');
      say('lo');
      record(said('t1', 'Hello'));
      record(ended('Hello'));
    });
    const { chat = '', session } = await host.command(send('Say hello'));
    const reader = await readToEnd(host.follow(chat, 0));
    expect(reader.words).toEqual(['began', 'turn', 'ended']);
    const view = host.view(chat);
    expect(view.title).toBe('Say hello');
    expect(view.requests).toMatchObject([{ session, text: 'Say hello', state: 'done', answer: 'Hello' }]);
    expect(host.heads(10)).toMatchObject([{ id: chat, requests: 1, state: 'idle' }]);
    expect(host.export(chat)).toMatchObject([{ originalTask: 'Say hello', finalResponse: 'Hello' }]);
  });

  it('goes on from what was said before', async () => {
    const seen: (string | null)[] = [];
    const { host } = chatStage(async ({ record, request }) => {
      seen.push(request.after);
      record(ended('ok'));
    });
    const first = await host.command(send('one'));
    await readToEnd(host.follow(first.chat ?? '', 0));
    const second = await host.command(send('two', first.chat));
    await readToEnd(host.follow(first.chat ?? '', 0), new Reader(), () => undefined);
    await sleep(20);
    expect(seen).toEqual([null, first.session]);
    expect(host.view(first.chat ?? '').requests.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(second.chat).toBe(first.chat);
  });

  it('answers one request at a time, and two chats at once', async () => {
    const gate = Promise.withResolvers<void>();
    const { host } = chatStage(async ({ record }) => {
      await gate.promise;
      record(ended('ok'));
    });
    const one = await host.command(send('one'));
    const two = await host.command(send('two'));
    expect(await host.command(send('more', one.chat))).toMatchObject({ accepted: false });
    expect(host.heads(10).map(({ state }) => state)).toEqual(['working', 'working']);
    gate.resolve();
    await Promise.all([one, two].map(({ chat = '' }) => readToEnd(host.follow(chat, 0))));
    expect(host.heads(10).map(({ state }) => state)).toEqual(['idle', 'idle']);
  });

  it('is stopped by a person, and says so', async () => {
    const { host } = chatStage(async ({ record }, signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      record(ended('', 'It was stopped.'));
    });
    const { chat = '' } = await host.command(send('for ever'));
    const stopped = await host.command({ name: 'chat-stop', chat, by: 'ada' });
    expect(stopped.accepted).toBe(true);
    expect(host.view(chat).requests[0]).toMatchObject({ state: 'stopped', error: 'It was stopped.' });
    expect(await host.command({ name: 'chat-stop', chat, by: 'ada' })).toMatchObject({ accepted: false });
  });

  it('has an end even when whoever plays it breaks', async () => {
    const { host } = chatStage(async () => {
      throw new Error('the disk is gone');
    });
    const { chat = '' } = await host.command(send('hello'));
    await readToEnd(host.follow(chat, 0));
    expect(host.view(chat).requests[0]).toMatchObject({ state: 'failed', error: 'the disk is gone' });
  });

  it('is free again even when its end cannot be recorded', async () => {
    const warnings: string[] = [];
    let full = true;
    const { host, journal } = chatStage(
      async ({ record }) => {
        if (!full) return record(ended('ok'));
        journal.record = () => {
          throw new Error('no space left');
        };
        throw new Error('the disk is gone');
      },
      { warn: (message) => warnings.push(message) },
    );
    const record = journal.record;
    const { chat = '' } = await host.command(send('hello'));
    await vi.waitFor(() => expect(host.heads(1)[0]?.state).toBe('idle'));
    expect(warnings).toEqual([expect.stringContaining('no space left')]);
    full = false;
    journal.record = record;
    expect(await host.command(send('again', chat))).toMatchObject({ accepted: true });
  });

  it('is not begun any more when they are being closed', async () => {
    const ready = Promise.withResolvers<void>();
    const { host } = chatStage(async ({ record }) => record(ended('ok')), { ready: () => ready.promise });
    const sent = host.command(send('hello'));
    const closed = host.close();
    ready.resolve();
    await expect(sent).rejects.toThrow('Symphony is stopping.');
    await closed;
    const chats = chatsOnDemand(async () => expect.unreachable('opened after it was closed'));
    await chats.close();
    await expect(chats.queries.chats({})).rejects.toThrow('Symphony is stopping.');
  });

  it('of a process that died is told as interrupted', async () => {
    const { host, journal } = chatStage(async () => undefined);
    journal.record('chat-9.r-1', 1, { type: 'began', task: 'hello', agent: 'chat' });
    expect(host.view('chat-9').requests[0]?.state).toBe('interrupted');
  });

  it('that is not there is told as missing', async () => {
    const { host } = chatStage(async () => undefined);
    expect(() => host.view('chat-0')).toThrow('There is no chat chat-0.');
    await expect(host.command(send('hi', 'chat-0'))).rejects.toThrow('There is no chat chat-0.');
    expect(() => host.follow('chat-0', 0)).toThrow('There is no chat');
  });
});

describe('the stream of a chat', () => {
  it('loses nothing and says nothing twice, wherever its reader is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant('say'), fc.constant('turn'), fc.constant('void')), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (acts, cutEvery) => {
          const { host } = chatStage(async ({ record, say }) => {
            let turns = 0;
            for (const act of acts) {
              if (act === 'say') say('word ');
              else if (act === 'turn') {
                turns += 1;
                record(said(`t${turns}`, 'word'));
              }
              await sleep(act === 'say' ? 0 : 1);
            }
            record(ended('done'));
          });
          const { chat = '' } = await host.command(send('go'));
          const reader = new Reader();
          while (!reader.isOver) {
            await sleep(0); // a reader that comes back at once would leave nobody else a turn
            let taken = 0;
            reader.live = '';
            for await (const batch of host.follow(chat, reader.seq)) {
              reader.take(batch);
              taken += 1;
              if (taken >= cutEvery || reader.isOver) break;
            }
          }
          const turns = acts.filter((act) => act === 'turn').length;
          expect(reader.seqs).toEqual([...new Set(reader.seqs)].sort((a, b) => a - b));
          expect(reader.words).toEqual(['began', ...Array(turns).fill('turn'), 'ended']);
          expect(reader.live).toBe('');
        },
      ),
      { numRuns: 15, seed: 7 },
    );
  }, 30_000);

  it('tells a slow reader what it missed in one piece, and keeps nothing for it', async () => {
    const talked = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const { host } = chatStage(async ({ record, say }) => {
      say('a');
      await sleep(60);
      for (let n = 0; n < 500; n += 1) say('b');
      talked.resolve();
      await read.promise;
      record(ended('over'));
    });
    const { chat = '' } = await host.command(send('go'));
    const reader = new Reader();
    const batches: ChatBatch[] = [];
    await readToEnd(host.follow(chat, 0), reader, async (batch) => {
      batches.push(batch);
      await talked.promise;
      if (reader.live.length === 501) read.resolve();
    });
    expect(batches.length).toBeLessThan(6);
    expect(reader.live).toBe('');
  });

  it('takes back what is void', async () => {
    const heard: string[] = [];
    const step = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { host } = chatStage(async ({ record, say, request }) => {
      say('wrong');
      await step[0]?.promise;
      host.recorded(request.session, { type: 'void', reason: 'again' });
      say('right');
      await step[1]?.promise;
      record(ended('right'));
    });
    const { chat = '' } = await host.command(send('go'));
    const reader = new Reader();
    await readToEnd(host.follow(chat, 0), reader, () => {
      heard.push(reader.live);
      if (reader.live === 'wrong') step[0]?.resolve();
      if (reader.live === 'right') step[1]?.resolve();
    });
    expect(heard.filter((each) => each !== '')).toEqual(['wrong', 'right']);
  });
});

describe('what a tool may do', () => {
  const tool = (name: string, permissions: Tool['permissions']): Tool => ({
    name,
    description: '',
    input: { type: 'object' },
    ...(permissions ? { permissions } : {}),
    run: () => null,
  });
  const context = (session: string, signal: AbortSignal) => ({
    signal,
    session,
    call: 'call-1',
    progress: () => undefined,
    intend: () => undefined,
    ask: async () => {
      throw new Error('no model');
    },
  });

  it('is asked where it writes or executes, once or for good, and refused where nobody is asked', async () => {
    const verdicts: (string | null)[] = [];
    const { host, shelf } = chatStage(async ({ record, request }, signal) => {
      for (const name of ['shell.run', 'shell.run', 'files.read'])
        verdicts.push(
          await host.permit(
            tool(name, name === 'shell.run' ? ['execute'] : ['read']),
            { command: 'ls' },
            context(request.session, signal) as never,
          ),
        );
      record(ended('ok'));
    });
    const { chat = '' } = await host.command(send('run it'));
    const reader = new Reader();
    await readToEnd(host.follow(chat, 0), reader, async () => {
      if (reader.words.at(-1) !== 'asked') return;
      expect(host.heads(1)[0]?.state).toBe('asking');
      expect(host.view(chat).requests[0]?.questions).toMatchObject([{ id: 'call-1', tool: 'shell.run' }]);
      await host.command({ name: 'chat-answer', chat, question: null, verdict: 'always', by: 'ada' });
    });
    expect(verdicts).toEqual([null, null, null]);
    expect(shelf.note(chat).granted).toEqual(['shell.run']);
    expect(host.view(chat).requests[0]?.questions).toEqual([]);
    shelf.setNote('chat-77', { permit: 'no' });
    const refused = await host.permit(
      tool('shell.run', ['execute']),
      {},
      context('chat-77.r-1', AbortSignal.abort()) as never,
    );
    expect(refused).toContain('nobody is asked');
  });

  it('stands in the inbox while it is open, whole and without secrets', async () => {
    const { host } = chatStage(
      async ({ record, request }, signal) => {
        const asked = context(request.session, signal) as never;
        await host.permit(tool('shell.run', ['execute']), { command: 'echo s3cret' }, asked);
        await host.permit(tool('files.write', ['write']), { path: 'a.txt', text: 'hi' }, asked);
        record(ended('ok'));
      },
      { redact: (text) => text.replaceAll('s3cret', '[hidden]') },
    );
    const { chat = '', session } = await host.command(send('Run it\nnow'));
    const seen: unknown[] = [];
    const reader = new Reader();
    await readToEnd(host.follow(chat, 0), reader, async () => {
      if (reader.words.at(-1) !== 'asked') return;
      seen.push(...host.asking());
      await host.command({
        name: 'chat-answer',
        chat,
        question: null,
        verdict: verdictIn('Allow'),
        by: 'ada',
      });
    });
    expect(seen).toMatchObject([
      {
        item: chat,
        title: 'Run it',
        run: session,
        question: {
          id: 'call-1',
          text: 'May `shell.run` execute? echo [hidden]',
          choices: ['allow', 'always', 'deny'],
          defaultAnswer: null,
          permission: { tool: 'shell.run', summary: 'it may execute', command: 'echo [hidden]' },
        },
      },
      { question: { text: 'May `files.write` write? {"path":"a.txt","text":"hi"}' } },
    ]);
    expect(host.asking()).toEqual([]);
    expect(() => verdictIn('maybe')).toThrow('not answered by “maybe”');
  });

  it('is answered in the chat it is asked in, though another one names its call the same', async () => {
    const verdicts = new Map<string, string | null>();
    const { host } = chatStage(async ({ record, request }, signal) => {
      const asked = context(request.session, signal) as never;
      verdicts.set(request.text, await host.permit(tool('shell.run', ['execute']), {}, asked));
      record(ended('ok'));
    });
    const [one, two] = [await host.command(send('one')), await host.command(send('two'))];
    for (const [{ chat = '' }, verdict] of [
      [one, 'once'],
      [two, 'no'],
    ] as const)
      await host.command({ name: 'chat-answer', chat, question: 'call-1', verdict, by: 'ada' });
    await Promise.all([one, two].map(({ chat = '' }) => readToEnd(host.follow(chat, 0))));
    expect(verdicts.get('one')).toBeNull();
    expect(verdicts.get('two')).toContain('does not want');
  });

  it('is refused when the question cannot be recorded, and ends nothing else', async () => {
    const { host, journal } = chatStage(async () => undefined);
    journal.record = () => {
      throw new Error('no space left');
    };
    const stop = new AbortController();
    const asked = host.permit(
      tool('shell.run', ['execute']),
      {},
      context('chat-7.r-1', stop.signal) as never,
    );
    await expect(asked).rejects.toThrow('no space left');
    expect(host.asking()).toEqual([]);
    stop.abort(); // a rejection that nobody hears would fail this run
    await sleep(5);
  });

  it('waits no longer than what it belongs to', async () => {
    const { host } = chatStage(async ({ record, request }, signal) => {
      await expect(
        host.permit(tool('shell.run', ['execute']), {}, context(request.session, signal) as never),
      ).rejects.toThrow('stopped');
      record(ended('', 'It was stopped.'));
    });
    const { chat = '' } = await host.command(send('run it'));
    await sleep(5);
    await host.command({ name: 'chat-stop', chat, by: 'ada' });
    await expect(
      host.command({ name: 'chat-answer', chat, question: 'call-1', verdict: 'once', by: 'ada' }),
    ).rejects.toThrow('Nothing is asked');
  });
});

describe('work of a chat', () => {
  it('is an item with what was asked and answered, or a mission', async () => {
    const { host } = chatStage(async ({ record }) => record(ended('Use a map.')));
    const { chat = '', session = '' } = await host.command(send('How to make it faster?\nSecond line'));
    await readToEnd(host.follow(chat, 0));
    const item = host.workOf({ name: 'chat-item', chat, session, title: null, by: 'ada' });
    expect(item).toMatchObject({ name: 'add', title: 'How to make it faster?', by: 'ada' });
    expect(item).toHaveProperty('description', expect.stringContaining('> Use a map.'));
    const mission = host.workOf({ name: 'chat-mission', chat, mission: 'faster', by: 'ada' });
    expect(mission).toMatchObject({ name: 'mission-plan', mission: 'faster', phases: null });
    expect(() => host.workOf({ name: 'chat-item', chat, session: 'x', title: null, by: 'ada' })).toThrow(
      'no request x',
    );
  });
});
