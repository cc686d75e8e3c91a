import type { RuntimeView } from '@symphony/domain';
import { Cpu, MessagesSquare } from 'lucide-react';
import { Link } from 'wouter';
import { CodeWords } from '../../ui/code-words.tsx';

const EXAMPLES = [
  'What does this repository do, and where does it begin?',
  'Which tests cover the newest commit?',
  'Set a timer for 25 minutes',
  'Look up the weather for tomorrow and remind me at eight',
] as const;

/** Before anything was asked. */
export const Opening = ({ onChoose }: { onChoose(text: string): void }) => (
  <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col justify-center gap-6 px-4 py-8">
    <div className="text-center">
      <MessagesSquare className="mx-auto mb-3 size-8 text-accent" aria-hidden />
      <h2 className="text-xl font-semibold">What would you like to know?</h2>
      <p className="mt-1 text-ink-soft">
        Symphony reads this repository, plans what takes several steps, and asks before it changes anything. A
        chat can become a work item or a mission.
      </p>
    </div>
    <ul aria-label="Examples" className="grid gap-2 sm:grid-cols-2">
      {EXAMPLES.map((text) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => onChoose(text)}
            className="h-full w-full rounded-lg border border-line bg-panel px-3 py-2.5 text-left text-ink-soft hover:border-line-strong hover:text-ink"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  </div>
);

const EXAMPLE = `runtime:
  models:
    default:
      provider: anthropic
      model: claude-sonnet-5-5
      key: $ANTHROPIC_API_KEY`;

/** Why nothing can be asked, and what to write where. */
export const NoModel = ({ trouble }: { readonly trouble: NonNullable<RuntimeView['trouble']> }) => (
  <div className="mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center gap-3 px-4 py-8 text-center">
    <Cpu className="size-8 text-ink-faint" aria-hidden />
    <h2 className="text-xl font-semibold">{trouble.message.replaceAll('`', '')}</h2>
    <p className="text-ink-soft">
      <CodeWords text={trouble.nextStep} />
    </p>
    <figure className="w-full text-left">
      <figcaption className="mb-1 text-sm text-ink-faint">
        For example, in <code className="font-mono">.symphony/symphony.yaml</code>:
      </figcaption>
      <pre className="overflow-x-auto rounded-lg border border-line bg-panel p-3 font-mono text-sm">
        {EXAMPLE}
      </pre>
    </figure>
    <Link href="/settings" className="font-medium text-accent underline">
      Open the settings
    </Link>
  </div>
);
