import { useAtomValue } from 'jotai';
import { MonitorCog, Moon, Sun } from 'lucide-react';
import { chooseTheme, type Theme, themeAtom } from '../../app/theme.ts';
import { NotificationSwitch } from '../../notify/notification-switch.tsx';
import { classes } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Panel } from '../../ui/panel.tsx';
import { KEYBOARD_MAP } from './keyboard-map.ts';

const THEMES = [
  { key: 'system', name: 'As the system', icon: MonitorCog },
  { key: 'light', name: 'Light', icon: Sun },
  { key: 'dark', name: 'Dark', icon: Moon },
] as const satisfies readonly { readonly key: Theme; readonly name: string; readonly icon: unknown }[];

/** What concerns this page in this browser only: how it looks, what it tells, what its keys do. */
export function PageTab() {
  return (
    <div className="space-y-4">
      <Panel title="Appearance">
        <ThemeChoice />
      </Panel>
      <Panel title="Notifications">
        <div className="space-y-2 px-4 py-3">
          <p className="text-sm text-ink-soft">
            When an agent asks you something and this page is not in sight, your browser can tell you.
          </p>
          <NotificationSwitch />
        </div>
      </Panel>
      <Panel title="Keyboard">
        <div className="grid gap-x-8 gap-y-4 px-4 py-3 sm:grid-cols-2 xl:grid-cols-4">
          {KEYBOARD_MAP.map(({ title, keys }) => (
            <section key={title}>
              <h3 className="mb-1 text-sm font-medium text-ink-soft">{title}</h3>
              <dl className="space-y-1 text-sm">
                {keys.map(({ keys: pressed, does }) => (
                  <div key={does} className="flex items-baseline gap-3">
                    <dt className="flex w-24 shrink-0 gap-1">
                      {pressed.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </Panel>
    </div>
  );
}

function ThemeChoice() {
  const theme = useAtomValue(themeAtom);
  return (
    <fieldset className="flex flex-wrap gap-2 px-4 py-3">
      <legend className="sr-only">Theme</legend>
      {THEMES.map(({ key, name, icon: Icon }) => (
        <label
          key={key}
          className={classes(
            'flex cursor-pointer items-center gap-2 rounded-md border px-3 py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            theme === key
              ? 'border-accent bg-accent-soft font-medium text-accent'
              : 'border-line text-ink-soft',
          )}
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === key}
            onChange={() => chooseTheme(key)}
          />
          <Icon className="size-4" aria-hidden />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
