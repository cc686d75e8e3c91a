import { SquareTerminal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useCommand } from '../live/use-command.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { EmptyState, Loading } from '../ui/states.tsx';
import type { TakeoverState } from './takeover-state.ts';

const TerminalPane = lazy(() => import('./terminal-pane.tsx'));

interface TerminalTabProps {
  readonly item: string;
  readonly state: TakeoverState;
  /** It can be taken over now. */
  readonly possible: boolean;
}

/** The agent's session in a person's hands, or what that would mean. */
export function TerminalTab({ item, state, possible }: TerminalTabProps) {
  const { busy, give } = useCommand();
  if (state === 'none')
    return (
      <EmptyState icon={SquareTerminal} title="The agent works on its own">
        <p>
          Taking over gives you its session in its own program, in the folder it works in. It begins when the
          agent ends its turn; nothing is interrupted. When you leave the program, the agent goes on from what
          you left.
        </p>
        <Button
          look="primary"
          className="mt-3"
          disabled={!possible || busy}
          onClick={() => void give({ name: 'takeover', id: item })}
        >
          Take over
        </Button>
        {!possible && (
          <p className="mt-2 text-sm">Only an item whose agent is at work or paused can be taken over.</p>
        )}
      </EmptyState>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 pt-2">
      <p role="status" className="text-sm text-ink-soft">
        {state === 'wanted'
          ? 'It is yours when the agent ends its turn. The program opens here by itself.'
          : 'It is in your hands. Leave the program to give it back.'}{' '}
        <span className="hidden sm:inline">
          <Kbd>Shift Esc</Kbd> lets go of the keyboard.
        </span>
      </p>
      <Suspense fallback={<Loading label="Opening the terminal" />}>
        <TerminalPane item={item} />
      </Suspense>
    </div>
  );
}
