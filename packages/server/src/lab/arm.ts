import { PortError } from '@symphony/domain';
import type { LoadedConfig, RuntimeSection } from '../config/index.ts';

/** One of the two configurations that are held against each other. */
export interface Arm {
  readonly name: string;
  readonly change: (section: RuntimeSection) => RuntimeSection;
}

const PROVIDERS = ['anthropic', 'openai', 'openai-compatible'] as const;
type Provider = (typeof PROVIDERS)[number];

/** `direct`, `enhanced`, `reflection`, `model=NAME`, `provider=NAME`, `base_url=…`, joined with commas. */
export function readArm(text: string): Arm {
  const words = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (words.length === 0) throw unknownWord('');
  const changes = words.map(changeOf);
  return { name: text, change: (section) => changes.reduce((made, change) => change(made), section) };
}

export const configured = (loaded: LoadedConfig, arm: Arm): LoadedConfig => ({
  ...loaded,
  runtime: { ...loaded.runtime, value: arm.change(loaded.runtime.value) },
});

function changeOf(word: string): (section: RuntimeSection) => RuntimeSection {
  if (word === 'direct') return (section) => ({ ...section, enhanced: false, reflection: false });
  if (word === 'enhanced') return (section) => ({ ...section, enhanced: true });
  if (word === 'reflection') return (section) => ({ ...section, enhanced: true, reflection: true });
  const [key = '', ...rest] = word.split('=');
  const value = rest.join('=');
  if (value === '') throw unknownWord(word);
  if (key === 'model') return (section) => onEveryTier(section, (model) => ({ ...model, model: value }));
  if (key === 'base_url')
    return (section) => onEveryTier(section, (model) => ({ ...model, base_url: value }));
  if (key === 'provider' && isProvider(value))
    return (section) => onEveryTier(section, (model) => ({ ...model, provider: value }));
  throw unknownWord(word);
}

const isProvider = (value: string): value is Provider => PROVIDERS.some((each) => each === value);

type Model = NonNullable<RuntimeSection['models']['default']>;

const PLAIN: Model = {
  provider: 'anthropic',
  model: '',
  base_url: null,
  key: null,
  context_tokens: null,
  tools: true,
  fallback: [],
};

/** One model answers for everything: otherwise two would be compared with two. */
function onEveryTier(section: RuntimeSection, change: (model: Model) => Model): RuntimeSection {
  const { models } = section;
  const now = models.default ?? models.strong ?? models.weak ?? PLAIN;
  return { ...section, models: { weak: null, default: { ...change(now), fallback: [] }, strong: null } };
}

const unknownWord = (word: string): PortError =>
  new PortError({
    code: 'invalid',
    message: `\`${word}\` is nothing a configuration can be.`,
    nextStep:
      'Use direct, enhanced, reflection, model=NAME, provider=NAME or base_url=URL, joined with commas.',
  });
