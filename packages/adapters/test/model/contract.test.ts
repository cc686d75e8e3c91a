import { modelsContract } from '@symphony/testkit';
import { openHall } from './hall.ts';

modelsContract('Anthropic', () => openHall('anthropic'));
modelsContract('OpenAI', () => openHall('openai'));
modelsContract('OpenAI compatible', () => openHall('openai-compatible'));
