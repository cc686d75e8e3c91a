import { stringify } from 'yaml';
import { offered, REHEARSAL, wayToRealPlayer } from './default-players.ts';
import type { Found } from './find-agents.ts';

interface PlayerAnswers {
  readonly player: string;
  readonly found: readonly Found[];
}

/** The part of `symphony.yaml` that says who plays. The others that were found wait behind a `#`. */
export function playersText({ player, found }: PlayerAnswers): string {
  const others = offered(found)
    .map(({ agent }) => agent)
    .filter((agent) => agent !== player);
  return [
    ...comment(introduction(player, found)),
    stringify({ players: entryOf(player) }).trimEnd(),
    ...others.flatMap((agent) => comment(indented(stringify(entryOf(agent)).trimEnd()))),
    stringify({ default_player: player }),
  ].join('\n');
}

function introduction(player: string, found: readonly Found[]): string {
  if (player !== REHEARSAL) return 'Who plays. Every run costs what its provider asks; `budget` sets limits.';
  const rehearsal = 'Who plays. The rehearsal player follows a script: real git, no model, no cost.';
  if (offered(found).length > 0) return rehearsal;
  // What an adapter says about an agent may be of several lines; a comment must not end in the middle.
  return `${rehearsal}\n${wayToRealPlayer(found).replace(/\s+/g, ' ')}`;
}

const entryOf = (agent: string): object => ({ [agent]: { agent } });

const indented = (text: string): string => text.replace(/^/gm, '  ');

const comment = (text: string): string[] => text.split('\n').map((line) => `# ${line}`);
