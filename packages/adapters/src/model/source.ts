import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { Watch } from './watch.ts';

/** An answer as it comes, part by part, from a model that streams or from one that does not. */
export interface Source {
  /** Null: there is nothing more. */
  read(): PromiseLike<LanguageModelV4StreamPart | null>;
  /** Lets go of what is still to come. */
  cancel(): void;
}

export async function openSource(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  watch: Watch,
): Promise<Source> {
  if (typeof model.doStream !== 'function') return wholeSource(await watch.wait(model.doGenerate(options)));
  const { stream } = await watch.wait(model.doStream(options));
  const reader = stream.getReader();
  return {
    read: () => reader.read().then(({ done, value }) => (done ? null : value)),
    // It rejects when the stream has failed, which whoever read it knows already.
    cancel: () => void reader.cancel().catch(() => undefined),
  };
}

function wholeSource({ content, finishReason, usage }: LanguageModelV4GenerateResult): Source {
  const parts = content.flatMap((each): LanguageModelV4StreamPart[] => {
    if (each.type === 'text') return [{ type: 'text-delta', id: '0', delta: each.text }];
    if (each.type === 'reasoning') return [{ type: 'reasoning-delta', id: '0', delta: each.text }];
    return each.type === 'tool-call' ? [each] : [];
  });
  parts.push({ type: 'finish', finishReason, usage });
  let next = 0;
  return { read: async () => parts[next++] ?? null, cancel: () => undefined };
}
