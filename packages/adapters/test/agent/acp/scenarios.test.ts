import { realAgent, scenarioContract } from '@symphony/testkit';
import { openHall } from './hall.ts';

scenarioContract('acp', (stage) => openHall(stage, 'acp', null), { withoutModel: true, tellsReset: true });

const opencode = realAgent('opencode');
scenarioContract(
  'opencode',
  (stage) => openHall(stage, 'opencode', 'path' in opencode ? opencode.path : null),
  { timeoutMs: 120_000, tellsReset: true, ...('reason' in opencode ? { absent: opencode.reason } : {}) },
);

const NOT_LOADED =
  'Gemini CLI 0.61.0 does not load a session reliably: one run could go on with it, the next began a new one';

const gemini = realAgent('gemini');
scenarioContract('gemini', (stage) => openHall(stage, 'gemini', 'path' in gemini ? gemini.path : null), {
  timeoutMs: 120_000,
  skip: { resume: NOT_LOADED, 'usage after resume': NOT_LOADED },
  ...('reason' in gemini ? { absent: gemini.reason } : {}),
});
