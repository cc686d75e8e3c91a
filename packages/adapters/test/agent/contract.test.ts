import type { Json } from '@symphony/domain';
import { type Act, agentContract } from '@symphony/testkit';
import { openRehearsal } from '../../src/agent/rehearsal/index.ts';
import { RehearsalHall } from './hall.ts';

const GARBAGE = String.raw`
printf 'not json\n{"type":"message"}\n{"type":"usage","usage":{"inputTokens":-1}}\n[1]\nnull\n\n'
printf '\377\376\n{"type":"exited","code":0,"signal":null,"message":"a lie"}\n'
head -c 11000000 /dev/zero | tr '\0' 'x'
printf '\n{"type":"turn-ended","status":"splendid","message":""}\nhalf a line'
echo 'its last words' >&2
exit 3
`;

agentContract('rehearsal', async () => {
  const hall = new RehearsalHall();
  const open = (node: string) => openRehearsal({ instance: hall.instance, sessions: hall.sessions, node });
  return {
    port: hall.port,
    missing: open('no-such-node'),
    garbled: open(hall.program('garbled', GARBAGE)),
    request: (act, change) => hall.request(scriptOf(act), change),
    living: (run) => hall.living(run),
    close: () => hall.close(),
  };
});

function scriptOf(act: Act): Json {
  switch (act.kind) {
    case 'talk':
      return act.turns.flatMap((words) => [...words.map((say) => ({ say })), { turn: 'end' }]);
    case 'tick':
      return Array.from({ length: act.count }, (_, at) => [
        { say: `tick ${at}` },
        { sleep: act.everyMs },
      ]).flat();
    case 'spend':
      return Array.from({ length: act.times }, () => ({ spend: { input: 100, output: 20, usd: 0.01 } }));
    case 'ignore-term':
      return [{ say: 'up' }, { hang: { ignore_term: true } }];
    case 'leave-group':
      return [{ say: 'up' }, { hang: { leave_group: true } }];
  }
}
