import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openChatGround, openWeather, PLANTED, script } from './ground.ts';

const WEATHER_AND_TIMER = (seconds: number) =>
  script(
    'What is the weather, and set a timer for my tea.',
    'TOOL: weather__current {}',
    `TOOL: timer__set {"duration": "${seconds} seconds", "label": "Tea"}`,
    'SAY: The weather could not be told, but the timer for your tea is set.',
  );

describe('symphony ask', () => {
  test('answers, with tools, and says what it cost', async () => {
    const ground = await openChatGround();
    const plain = await ground.run(['ask', script('Greet me.', 'SAY: Hello Ada.')]);
    expect(plain).toMatchObject({ code: 0, out: 'Hello Ada.\n' });

    const text = script(
      'What does the README say?',
      'TOOL: files__read {"path":"README.md"}',
      'SAY: Sample.',
    );
    const told = JSON.parse((await ground.run(['ask', text, '--json'])).out);
    expect(told).toMatchObject({
      success: true,
      answer: 'Sample.',
      steps: [{ tool: 'files.read', result: { success: true } }],
    });
    expect(told.cost.inputTokens).toBeGreaterThan(0);
    expect(told.cost.usd).toBeGreaterThan(0);

    const listed = JSON.parse((await ground.run(['chat', '--list', '--json'])).out);
    expect(listed).toHaveLength(2);
    const stats = JSON.parse((await ground.run(['stats', '--json'])).out);
    expect(stats.work).toBeNull();
    expect(stats.runtime.totals).toMatchObject({ count: 2, succeeded: 2 });
    expect(stats.runtime.byTool).toMatchObject([{ name: 'files.read', count: 1, succeeded: 1 }]);
  });

  test('R12 the weather fails, the timer is set all the same, and the answer says both', async () => {
    const ground = await openChatGround();
    ground.configure(`  weather: { base_url: "${await openWeather(500)}" }\n`);
    const ended = await ground.run(['ask', WEATHER_AND_TIMER(600), '--json']);
    const told = JSON.parse(ended.out);
    expect(ended.code).toBe(1);
    expect(told).toMatchObject({ success: false, state: 'failed' });
    expect(told.answer).toContain('the timer for your tea is set');
    expect(told.answer).toMatch(/weather/);
    expect(told.error).toMatch(/weather/);
    const timer = told.steps.find(({ tool }: { tool: string }) => tool === 'timer.set');
    expect(timer.result.success).toBe(true);
  });

  test('the weather answers: both are done', async () => {
    const ground = await openChatGround();
    ground.configure(`  weather: { base_url: "${await openWeather(200)}" }\n`);
    const ended = await ground.run(['ask', WEATHER_AND_TIMER(600), '--json']);
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.out).steps).toMatchObject([
      { tool: 'weather.current', result: { success: true, result: { temperature: 11.5 } } },
      { tool: 'timer.set', result: { success: true } },
    ]);
  });

  test('says in one sentence what is missing', async () => {
    const ground = await openChatGround();
    writeFileSync(join(ground.path, '.symphony', 'symphony.yaml'), '');
    const none = await ground.run(['ask', 'Hello?']);
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toContain('No model is configured to answer.');
    expect(none.err).toContain('Set ANTHROPIC_API_KEY or OPENAI_API_KEY');

    writeFileSync(
      join(ground.path, '.symphony', 'symphony.yaml'),
      'runtime: { models: { default: { provider: anthropic, model: claude-sonnet-5-5, key: $NOT_SET_HERE } } }',
    );
    const unset = await ground.run(['ask', 'Hello?']);
    expect(unset).toMatchObject({ code: 1, out: '' });
    expect(unset.err).toContain('$NOT_SET_HERE');
    const doctor = await ground.run(['doctor']);
    expect(`${doctor.out}${doctor.err}`).toContain('`symphony chat` cannot answer');
  });

  test('a model that does not answer, or refuses the key, is told and no success', async () => {
    const ground = await openChatGround('err401');
    const refused = await ground.run(['ask', 'SAY: Hello']);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/key|refused|401/i);
    expect(`${refused.out}${refused.err}`).not.toContain(PLANTED);
  });

  test('a model server that is not there is told in a sentence', async () => {
    const ground = await openChatGround();
    const file = join(ground.path, '.symphony', 'symphony.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(ground.model.url, 'http://127.0.0.1:1'));
    const down = await ground.run(['ask', 'SAY: Hello', '--json']);
    expect(down.code).toBe(1);
    expect(JSON.parse(down.out)).toMatchObject({
      success: false,
      state: 'failed',
      answer: expect.any(String),
    });
    expect(JSON.parse(down.out).error).toMatch(/reach|answer|connect/i);
  });

  test('is stopped after the time it was given, and by Ctrl-C', async () => {
    const ground = await openChatGround('never');
    const late = await ground.run(['ask', 'SAY: Hello', '--timeout', '1s']);
    expect(late.code).toBe(1);
    expect(late.err).toContain('longer than');

    const child = ground.start(['ask', 'SAY: Hello', '--json']);
    await expect.poll(() => ground.model.requests.length, { timeout: 15_000 }).toBeGreaterThan(1);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    const [last] = JSON.parse((await ground.run(['chat', '--list', '--json'])).out);
    const [record] = JSON.parse((await ground.run(['chat', '--export', last.id])).out);
    expect(record.state).toBe('error');
  });

  test('a tool that executes is refused where nobody is asked, and runs with --yes', async () => {
    const ground = await openChatGround();
    const text = script('Run it.', 'TOOL: shell__run {"command":"echo hi > ran.txt"}', 'SAY: over');
    const refused = JSON.parse((await ground.run(['ask', text, '--json'])).out);
    expect(refused.steps).toMatchObject([{ tool: 'shell.run', result: { success: false } }]);
    expect(refused.steps[0].result.error).toContain('nobody is asked here');
    const done = JSON.parse((await ground.run(['ask', text, '--json', '--yes'])).out);
    expect(done.steps).toMatchObject([{ tool: 'shell.run', result: { success: true } }]);
  });

  test('the key is nowhere but in the requests to the model', async () => {
    const ground = await openChatGround();
    writeFileSync(join(ground.path, 'secret.txt'), `the key is ${PLANTED}\n`);
    const text = script('Read it.', 'TOOL: files__read {"path":"secret.txt"}', `SAY: It is ${PLANTED}.`);
    const all = [
      await ground.run(['ask', text, '--json']),
      await ground.run(['ask', script('Again.', `SAY: ${PLANTED}`)]),
      await ground.run(['chat', '--list']),
      await ground.run(['config', 'explain']),
      await ground.run(['stats', '--json']),
    ];
    for (const { out, err } of all) expect(`${out}${err}`).not.toContain(PLANTED);
    for (const { name, text: kept } of ground.files()) expect(kept.includes(PLANTED), name).toBe(false);
    expect(JSON.parse(all[0]?.out ?? '').answer).toContain('[hidden]');
  });
});

describe('symphony chat', () => {
  test('talks line by line, remembers, and makes an item of what was said', async () => {
    const ground = await openChatGround();
    const first = await ground.run(['chat'], 'SAY: One\n/cost\n/item Do the thing\n/nothing\n');
    expect(first.out).toContain('One\n');
    expect(first.out).toMatch(/\$0\.\d+; .*\d model call/);
    expect(first.out).toContain('S-1 is on the board.');
    expect(first.err).toContain('There is no /nothing.');
    const board = await ground.run(['board', 'show', 'S-1']);
    expect(board.out).toContain('Do the thing');

    const before = ground.model.requests.length;
    const second = await ground.run(['chat', '--resume'], 'SAY: Two\n');
    expect(second).toMatchObject({ code: 0 });
    expect(second.out).toContain('> SAY: One');
    const sent = ground.model.requests.slice(before);
    expect(sent.length).toBeGreaterThan(0);
    const [chat] = JSON.parse((await ground.run(['chat', '--list', '--json'])).out);
    expect(chat).toMatchObject({ requests: 2, title: 'SAY: One' });
    const records = JSON.parse((await ground.run(['chat', '--export', chat.id])).out);
    expect(records.map(({ finalResponse }: { finalResponse: string }) => finalResponse)).toEqual([
      'One',
      'Two',
    ]);
  });

  test('what is piped into it is said line by line, all of it', async () => {
    const ground = await openChatGround();
    const { out, err, code } = await ground.run(['chat'], 'SAY: One\nSAY: Two\nSAY: Three\n');
    expect({ out, err, code }).toEqual({ out: 'One\nTwo\nThree\n', err: '', code: 0 });
  });

  test('--json tells what happens, batch by batch, and numbers go up', async () => {
    const ground = await openChatGround();
    const { out, code } = await ground.run(['chat', '--json'], 'SAY: One\n');
    const batches = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    const seqs = batches.flatMap(({ entries }) => entries.map(({ seq }: { seq: number }) => seq));
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    const told = batches.flatMap(({ entries }) => entries.map(({ event }: { event: object }) => event));
    expect(told.at(-1)).toMatchObject({ type: 'ended', outcome: { success: true } });
    expect(batches.at(-1)).toMatchObject({ playing: null });
  });
});
