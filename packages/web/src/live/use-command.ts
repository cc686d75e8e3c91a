import type { CommandAnswer, OperatorCommand } from '@symphony/protocol';
import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { client } from './connection.ts';
import { asRequestError } from './use-query.ts';

/** A command without who gives it: that is the person at this page. */
export type PageCommand = OperatorCommand extends infer Each
  ? Each extends OperatorCommand
    ? Omit<Each, 'by'>
    : never
  : never;

/** Who asks, as it is recorded. */
export const BY = 'the workbench';

/** Gives a command and shows its answer. Null when it could not be given. */
export async function give(command: PageCommand): Promise<CommandAnswer | null> {
  try {
    const answer = await client().command({ ...command, by: BY } as OperatorCommand);
    if (answer.accepted) toast.success(answer.message);
    else toast.error(answer.message);
    return answer;
  } catch (error) {
    const { message, nextStep } = asRequestError(error);
    toast.error(message, nextStep === null ? {} : { description: nextStep });
    return null;
  }
}

/** The same, with `busy` while it is under way: one button is pressed once. */
export function useCommand(): {
  readonly busy: boolean;
  give(command: PageCommand): Promise<CommandAnswer | null>;
} {
  const [busy, setBusy] = useState(false);
  const giveOnce = useCallback(async (command: PageCommand) => {
    setBusy(true);
    try {
      return await give(command);
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, give: giveOnce };
}
