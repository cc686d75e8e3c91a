import { openOwnPlayer } from '@symphony/adapters/agent/runtime';
import type { AgentPort } from '@symphony/domain';
import { type Act, agentContract, openStage, type Step } from '@symphony/testkit';
import { PlayerHall, PROGRAM } from './hall.ts';

const GARBAGE = String.raw`#!/bin/sh
printf 'not json\n{"type":"message"}\n{"type":"usage","usage":{"inputTokens":-1}}\n[1]\nnull\n\n'
printf '\377\376\n{"type":"exited","code":0,"signal":null,"message":"a lie"}\n'
printf '{"type":"turn-ended","status":"splendid","message":""}\nhalf a line'
echo 'its last words' >&2
exit 3
`;

agentContract('the built-in player', async () => {
  const stage = await openStage();
  const hall = new PlayerHall(stage);
  const garbled = await stage.program('garbled', GARBAGE);
  const withCommand = (command: string) => {
    const port = openOwnPlayer({
      instance: stage.instance,
      sessions: stage.tmp,
      program: PROGRAM,
      version: '0',
    });
    return {
      ...port,
      start: ((request, hear) =>
        port.start({ ...request, player: { ...request.player, command } }, hear)) as typeof port.start,
    };
  };
  return {
    port: allowing(hall.port),
    missing: withCommand('no-such-node'),
    garbled: withCommand(garbled),
    request: (act, change) => {
      const request = hall.request(stepsOf(act), change);
      // What is to be played stands in the session already.
      return change.resume === null ? request : { ...request, prompt: 'Go on.' };
    },
    living: async (run) => (await hall.living(run)).length,
    close: async () => {
      await hall.close();
      await stage.close();
    },
  };
});

/** What it wants to do is allowed, as it is by the conductor where it is confined. */
const allowing = (port: AgentPort): AgentPort => ({
  ...port,
  start: async (request, hear) => {
    const starting = port.start(request, (event) => {
      hear(event);
      if (event.type === 'permission')
        void starting.then((session) => session.answer?.(event.request.id, 'allow'));
    });
    return starting;
  },
});

/**
 * A model says one message with each call; a command between them makes it say the next. Each command is another
 * one: the same again and again, with the same result, is taken for going round in circles.
 */
function stepsOf(act: Act): Step[] {
  switch (act.kind) {
    case 'talk':
      return act.turns
        .map((words) =>
          words.flatMap((say, at): Step[] => (at === 0 ? [{ say }] : [{ run: `: ${at}` }, { say }])),
        )
        .flatMap((steps): Step[] => [...steps, { turn: 'end' }]);
    case 'tick':
      return Array.from({ length: act.count }, (_, at): Step[] => [
        ...(at === 0 ? [] : [{ run: `sleep ${act.everyMs / 1000}; : ${at}` }]),
        { say: `tick ${at}` },
      ]).flat();
    case 'spend':
      return Array.from({ length: act.times }, (_, at): Step => ({ run: `: ${at}` }));
    case 'ignore-term':
      return [{ say: 'up' }, { run: "trap '' TERM; sleep 600 & wait; sleep 600" }];
    case 'leave-group':
      return [{ say: 'up' }, { run: 'setsid sleep 600 & sleep 600' }];
  }
}
