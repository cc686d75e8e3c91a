import { formatUsd } from '@symphony/domain';
import { useAtomValue } from 'jotai';
import { MonitorCog, Moon, Search, Sun } from 'lucide-react';
import { restAtom } from '../live/board-atoms.ts';
import { linkAtom } from '../live/connection.ts';
import { give } from '../live/use-command.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { Kbd } from '../ui/kbd.tsx';
import { chooseTheme, type Theme, themeAtom } from './theme.ts';

/** How it goes as a whole: places taken, money of today, and what concerns everything. */
export function TopBar({ onPalette }: { onPalette(): void }) {
  const rest = useAtomValue(restAtom);
  return (
    <header className="flex h-12 items-center gap-2 border-b border-line bg-panel px-3 md:px-4">
      <Button look="plain" onClick={onPalette} className="w-9 justify-start !px-2 text-ink-soft sm:w-56">
        <Search className="size-4" aria-hidden />
        <span className="hidden flex-1 text-left sm:inline">Search or do…</span>
        <span className="hidden sm:inline">
          <Kbd>Ctrl K</Kbd>
        </span>
        <span className="sr-only sm:hidden">Search or do</span>
      </Button>
      <div className="flex-1" />
      {rest && (
        <>
          {rest.draining && (
            <Button
              size="sm"
              onClick={() => void give({ name: 'drain', on: false })}
              title="Start new work again"
            >
              <Badge tone="warn">draining</Badge> Go on
            </Button>
          )}
          <Figure label="Places" text={`${rest.slots.used}/${rest.slots.total}`} />
          <Figure
            label="Today"
            text={`${formatUsd(rest.spend.today.usd)}${rest.spend.today.unpriced ? '+' : ''}${
              rest.spend.dayCapUsd === null ? '' : ` of ${formatUsd(rest.spend.dayCapUsd)}`
            }`}
            alarming={rest.spend.dayCapUsd !== null && rest.spend.today.usd > 0.8 * rest.spend.dayCapUsd}
          />
        </>
      )}
      <LinkDot />
      <ThemeButton />
    </header>
  );
}

function Figure({
  label,
  text,
  alarming = false,
}: {
  readonly label: string;
  readonly text: string;
  readonly alarming?: boolean;
}) {
  return (
    <span className="px-1.5 text-sm whitespace-nowrap">
      <span className="hidden text-ink-faint sm:inline">{label} </span>
      <span className={classes('font-medium tabular-nums', alarming && 'text-warn')}>{text}</span>
    </span>
  );
}

const LINKS = {
  connecting: { colour: 'bg-line-strong', words: 'Connecting to Symphony' },
  live: { colour: 'bg-good', words: 'Live: what you see is what is' },
  away: { colour: 'bg-bad', words: 'Symphony does not answer' },
} as const;

function LinkDot() {
  const { colour, words } = LINKS[useAtomValue(linkAtom)];
  return (
    <span role="img" aria-label={words} title={words} className="p-2">
      <span className={classes('block size-2 rounded-full', colour)} />
    </span>
  );
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: MonitorCog, light: Sun, dark: Moon } as const;

function ThemeButton() {
  const theme = useAtomValue(themeAtom);
  const Icon = ICONS[theme];
  return (
    <IconButton label={`Theme: ${theme}. Change to ${NEXT[theme]}`} onClick={() => chooseTheme(NEXT[theme])}>
      <Icon className="size-4" aria-hidden />
    </IconButton>
  );
}
