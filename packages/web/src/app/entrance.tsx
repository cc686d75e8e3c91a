import { KeyRound, PlugZap } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { EmptyState } from '../ui/states.tsx';
import { type Entrance, enterWithPassword } from './session.ts';

interface ClosedProps {
  readonly entrance: Extract<Entrance, { kind: 'closed' }>;
  onEntrance(entrance: Entrance): void;
}

/** Shown to somebody who has no token: how to get in. */
export function Closed({ entrance, onEntrance }: ClosedProps) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    onEntrance(await enterWithPassword(password));
    setBusy(false);
  };
  return (
    <main className="flex h-full items-center justify-center p-4">
      <div className="w-full max-w-md rounded-lg border border-line bg-panel">
        <EmptyState icon={KeyRound} title="This workbench is locked">
          {entrance.message && <p className="text-bad">{entrance.message}</p>}
          <p>
            Run <code className="font-mono">symphony open</code> in the repository: it opens this page with
            the token that lets you in.
          </p>
        </EmptyState>
        {entrance.password && (
          <form onSubmit={submit} className="space-y-3 border-t border-line p-5">
            <Field label="Password">
              {(id) => (
                <TextInput
                  id={id}
                  type="password"
                  autoComplete="current-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit" look="primary" disabled={busy || password === ''}>
              Log in
            </Button>
          </form>
        )}
      </div>
    </main>
  );
}

export function Away({ again }: { again(): void }) {
  return (
    <main className="flex h-full items-center justify-center">
      <EmptyState icon={PlugZap} title="Symphony does not answer">
        <p className="mb-3">
          Start it with <code className="font-mono">symphony up</code> in the repository.
        </p>
        <Button onClick={again}>Try again</Button>
      </EmptyState>
    </main>
  );
}
