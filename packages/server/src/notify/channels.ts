import type { Outward } from '../config/index.ts';
import type { Channel } from './channel.ts';
import { desktopTeller } from './desktop.ts';
import { slackTeller } from './slack.ts';
import { webhookTeller } from './webhook.ts';

export interface ChannelSetting {
  readonly instance: string;
  readonly now: () => number;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}

/** Every configured way to reach people, named by its kind and its place among those of that kind. */
export function channelsOf(notify: Outward['notify'], setting: ChannelSetting): readonly Channel[] {
  return notify.map((entry, at) => {
    const place = notify.slice(0, at + 1).filter(({ kind }) => kind === entry.kind).length;
    const name = place === 1 ? entry.kind : `${entry.kind}-${place}`;
    return { name, on: entry.on, tell: tellerOf(entry, setting) };
  });
}

function tellerOf(
  { kind, url, secret }: Outward['notify'][number],
  setting: ChannelSetting,
): Channel['tell'] {
  switch (kind) {
    case 'desktop':
      return desktopTeller(setting);
    case 'slack':
      return slackTeller(url ?? '');
    case 'webhook':
      return webhookTeller({ url: url ?? '', secret, ...setting });
  }
}
