import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './class-names.ts';

const BOX =
  'w-full rounded-md border border-line-strong bg-raised px-2.5 text-base text-ink placeholder:text-ink-faint disabled:opacity-60';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classes(BOX, 'h-8', className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classes(BOX, 'py-1.5', className)} {...rest} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={classes(BOX, 'h-8 pr-7', className)} {...rest} />;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  /** Gets the id its label points to. */
  children(id: string): ReactNode;
}

/** A labelled input with a hint below, or what is wrong with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block text-sm font-medium text-ink-soft">
        {label}
      </label>
      {children(id)}
      {error ? (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : (
        hint && <p className="text-sm text-ink-faint">{hint}</p>
      )}
    </div>
  );
}
