import type { ComponentProps } from 'react';
import { classes } from './class-names.ts';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

const LOOKS: Readonly<Record<Look, string>> = {
  plain: 'border border-line bg-raised text-ink hover:border-line-strong',
  primary: 'border border-accent bg-accent text-on-accent hover:opacity-90',
  danger: 'border border-bad bg-transparent text-bad hover:bg-bad-soft',
  quiet: 'border border-transparent text-ink-soft hover:bg-sunken hover:text-ink',
};

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  readonly size?: 'sm' | 'md';
}

export function Button({ look = 'plain', size = 'md', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classes(
        'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-50',
        size === 'sm' ? 'h-7 px-2 text-sm' : 'h-8 px-3 text-base',
        LOOKS[look],
        className,
      )}
      {...rest}
    />
  );
}

interface IconButtonProps extends ButtonProps {
  /** What it does: read aloud, and shown when the pointer rests on it. */
  readonly label: string;
}

export function IconButton({ label, className, look = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button
      look={look}
      aria-label={label}
      title={label}
      className={classes('aspect-square !px-0', className)}
      {...rest}
    />
  );
}
