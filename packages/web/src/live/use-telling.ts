import type { CommandAnswer, OperatorCommand } from '@symphony/protocol';
import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { client } from './connection.ts';
import { BY, type PageCommand } from './use-command.ts';
import { asRequestError } from './use-query.ts';

/**
 * Gives commands whose effect is seen on this very screen: only refusals are told. A word about each
 * step of a run would lie over the button for the next one.
 */
export function useTelling(): {
  readonly busy: boolean;
  /** Null when it was refused. */
  tell(command: PageCommand): Promise<CommandAnswer | null>;
} {
  const [busy, setBusy] = useState(false);
  const tell = useCallback(async (command: PageCommand) => {
    setBusy(true);
    try {
      const answer = await client().command({ ...command, by: BY } as OperatorCommand);
      if (answer.accepted) return answer;
      toast.error(answer.message);
    } catch (error) {
      const { message, nextStep } = asRequestError(error);
      toast.error(message, nextStep === null ? {} : { description: nextStep });
    } finally {
      setBusy(false);
    }
    return null;
  }, []);
  return { busy, tell };
}
