import { setTimeout as sleep } from 'node:timers/promises';
import { scriptText } from '@symphony/testkit';
import { expect } from 'vitest';
import { type Screen, Tmux, withoutTmux } from '../attach/tmux.ts';
import { eventually } from '../scenarios/recorded-events.ts';
import type { Stage } from '../scenarios/stage.ts';
import { type Concert, concert, KEYS } from './concert.ts';
import { claudeIsKnown } from './person.ts';
import { begins, commit, gate, openGate, type Player } from './scripts.ts';

const unable = withoutTmux();

/** A program that reads keys as they come takes words and Enter in one go for something pasted. */
async function enter(screen: Screen, words: string): Promise<void> {
  screen.type(words);
  await sleep(1_000);
  screen.press('Enter');
}

/** Not `screen.sees`, whose `expect.poll` cannot be used where several tests run at once. */
const sees = (screen: Screen, words: RegExp): Promise<true> =>
  eventually(
    `a screen with ${words}`,
    () => words.test(screen.text()),
    () => screen.all(),
  ) as Promise<true>;

/** Takes S-1 over in a terminal, says something to its agent in the agent's own program, and leaves it with `goodbye`. */
async function takeOver(agent: Player, goodbye: string, { stage, model, ask }: Concert): Promise<void> {
  ask('S-1', [{ say: 'I begin' }, gate(agent), { say: 'the first turn is over' }]);
  const playing = await stage.play('--exit-when-idle');
  await begins(stage, 'S-1', 'gate-is-open');
  const tmux = new Tmux();
  try {
    const screen = tmux.symphony(stage.path, ['attach', 'S-1', '--takeover']);
    await sees(screen, /is yours when its agent ends this turn/);
    openGate(stage, 'S-1');
    await stage.until('the takeover', () => stage.events.of('takeover-began', 'S-1').length > 0);
    // The agent's own screen, with the conversation so far.
    await sees(screen, /the first turn is over[\s\S]*for shortcuts/);
    await enter(screen, 'SAY: heard in person');
    await stage.until('the person is heard', () =>
      model.requests.some(({ lastUserText }) => lastUserText.includes('heard in person')),
    );
    await sees(screen, /(?<!SAY: )heard in person/);
    expect(await stage.symphony('steer', 'S-1', scriptText(commit('one.txt')))).toMatchObject({ code: 0 });
    await enter(screen, goodbye);
    expect(await playing.ended).toMatchObject({ code: 0 });
    await sees(screen, /exit code 0\nterminal restored/);
  } finally {
    tmux.end();
  }
  const { events } = stage;
  expect(events.of('takeover-ended', 'S-1').map(({ message }) => message)).toEqual([
    'the program ended with 0',
  ]);
  expect(events.of('turn-started', 'S-1')).toHaveLength(2);
  // The agent that goes on knows what was said to it in person.
  const texts = model.requests.filter(({ side }) => !side).at(-1)?.userTexts ?? [];
  expect(texts).toHaveLength(3);
  expect(texts[0]).toContain('I begin');
  expect(texts[1]).toContain('heard in person');
  expect(texts[2]).toContain('WRITE: one.txt');
  // What the person used is the item's too, at the same price.
  const { inputTokens, outputTokens } = model.spent();
  const item = await stage.item('S-1');
  expect(item).toMatchObject({
    outcome: 'merged',
    attempt: 1,
    retries: 0,
    spend: { inputTokens, outputTokens, unpriced: false },
  });
  expect(item.spend.usd / inputTokens).toBeCloseTo(priceBefore(stage), 7);
}

/** Dollars for a token of input, with all that goes with it, as it was told before the takeover. */
function priceBefore({ events }: Stage): number {
  const all = events.all();
  const told = all.slice(
    0,
    all.findIndex(({ type }) => type === 'takeover-began'),
  );
  const usage = told
    .flatMap((each) =>
      each.type === 'agent-reported' && each.event.type === 'usage' ? [each.event.usage] : [],
    )
    .at(-1);
  return (usage?.usd ?? Number.NaN) / (usage?.inputTokens ?? Number.NaN);
}

concert(
  'C20 takeover claude: a person works in its own screen on its session and gives it back',
  { agents: ['claude'], unable },
  async (each) => {
    claudeIsKnown(each.home, KEYS.ANTHROPIC_API_KEY, each.stage.path);
    await takeOver('claude', '/exit', each);
  },
);

concert(
  'C20 takeover codex: a person works in its own screen on its session and gives it back',
  { agents: ['codex'], unable },
  (each) => takeOver('codex', '/quit', each),
);
