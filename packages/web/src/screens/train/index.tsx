import type { TrainView } from '@symphony/domain';
import { useAtomValue } from 'jotai';
import { OctagonPause } from 'lucide-react';
import { restAtom } from '../../live/board-atoms.ts';
import { useCommand } from '../../live/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Panel, Screen } from '../../ui/panel.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { History } from './history.tsx';
import { Line } from './line.tsx';
import { Picture } from './picture.tsx';

/** The merge train: what is merged and proved together, what waits, and what came of it. */
export default function TrainScreen() {
  const rest = useAtomValue(restAtom);
  if (!rest) return null;
  const { train, target } = rest;
  return (
    <Screen title="Train">
      <div className="space-y-4">
        {train.held !== null && (
          <p role="status" className="flex items-start gap-2 rounded-md bg-warn-soft px-4 py-2 text-warn">
            <OctagonPause className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0 break-words">The train is held: {plainLine(train.held, 600)}</span>
          </p>
        )}
        <Panel>
          <Picture train={train} target={target} />
        </Panel>
        {!isEmpty(train) && (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
            <Line title="Being verified" names={train.trying} empty="Nothing is being verified now." />
            <Line title="Waiting, in order" names={train.queue} empty="Nothing waits." />
            <Line
              title="To approve"
              names={train.awaitingApproval}
              empty="Nothing waits for your approval."
              action={(name) => <Approve name={name} />}
            />
          </div>
        )}
        <History />
      </div>
    </Screen>
  );
}

/** The picture says it already. */
const isEmpty = ({ trying, queue, awaitingApproval }: TrainView): boolean =>
  trying.length + queue.length + awaitingApproval.length === 0;

function Approve({ name }: { readonly name: string }) {
  const { busy, give } = useCommand();
  return (
    <Button
      size="sm"
      look="primary"
      disabled={busy}
      aria-label={`Approve ${name}`}
      onClick={() => void give({ name: 'approve', id: name })}
    >
      Approve
    </Button>
  );
}
