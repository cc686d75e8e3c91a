import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';

interface OvertakenProps {
  /** Leaves the own text and takes the newer one. */
  onTake(): void;
  /** Keeps the own text; saving writes over the newer one. */
  onInsist(): void;
}

/** Somebody else changed the file while it was edited here. */
export function Overtaken({ onTake, onInsist }: OvertakenProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 bg-warn-soft px-4 py-2 text-sm text-warn">
      <p className="min-w-56 flex-1">The file was changed by somebody else while you edited it here.</p>
      <Button size="sm" onClick={() => setAsking(true)}>
        Take the newer text
      </Button>
      <Button size="sm" onClick={onInsist}>
        Keep mine instead
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Take the newer text?"
        description="What you changed here is lost."
        act="Take it"
        onConfirm={onTake}
      />
    </div>
  );
}
