import type { Role } from '../../src/roles/role.ts';

const role = (given: Partial<Role> & Pick<Role, 'name' | 'examples'>): Role => ({
  description: `What ${given.name} is for.`,
  fast: true,
  tools: [],
  parameters: [],
  tier: 'weak',
  prompt: '',
  priority: 10,
  ...given,
});

/** Six small roles as a person would write them. */
export const ROLES: readonly Role[] = [
  role({
    name: 'timer',
    priority: 1,
    parameters: [{ name: 'duration', description: 'How long.', type: 'duration', required: true }],
    examples: [
      'set a timer for 5 minutes',
      'start a timer for one hour',
      'timer for 30 seconds please',
      'set a 10 minute timer',
      'put 20 minutes on the timer',
      'wake me in half an hour',
      'count down 15 minutes',
      'start a countdown of 3 minutes',
    ],
  }),
  role({
    name: 'weather',
    priority: 2,
    parameters: [{ name: 'place', description: 'Where.', type: 'text', required: false }],
    examples: [
      "what's the weather like",
      'what is the weather in berlin',
      'will it rain today',
      'do i need an umbrella',
      'how cold is it outside',
      'is it going to snow tomorrow',
      'weather forecast for the weekend',
      'how hot will it be in madrid',
    ],
  }),
  role({
    name: 'smart_home',
    priority: 3,
    parameters: [
      { name: 'state', description: 'On or off.', type: 'text', required: true, choices: ['on', 'off'] },
    ],
    examples: [
      'turn on the kitchen lights',
      'turn off the lights in the bedroom',
      'switch the heating on',
      'lights off',
      'switch off the fan',
      'turn the lamp on',
      'switch the lights in the hall off',
      'turn on the coffee machine',
    ],
  }),
  role({
    name: 'calendar',
    examples: [
      'what is on my calendar today',
      'do i have any meetings tomorrow',
      'show my appointments for monday',
      'am i free on friday afternoon',
      'when is my next meeting',
      'what does my schedule look like',
      'any appointments this week',
      'list my events for today',
    ],
  }),
  role({
    name: 'search',
    examples: [
      'search the web for typescript news',
      'look up the capital of peru',
      'find out who invented the telephone',
      'google the best pizza recipe',
      'search for cheap flights',
      'look up how tall the eiffel tower is',
      'find information about black holes',
      'search online for running shoes',
    ],
  }),
  role({
    name: 'release',
    fast: false,
    examples: [
      'prepare the next release of the library',
      'cut a new release and publish it',
      'bring out version two of the package',
      'release the project',
    ],
  }),
];
