import { cancel, confirm, isCancel, outro, select, text } from '@clack/prompts';
import type { ProjectAnswers, ProjectGuess } from './server-door.ts';

/** The few things worth asking, each with what was found as its answer. Null when the person left. */
export async function askProject(guess: ProjectGuess): Promise<ProjectAnswers | null> {
  const target = await text({
    message: 'Which branch is work merged into?',
    initialValue: guess.target,
    validate: (value) => (value?.trim() ? undefined : 'A branch is needed.'),
  });
  if (isCancel(target)) return leave();
  const player = await askPlayer(guess);
  if (isCancel(player)) return leave();
  const verify = await text({
    message: 'Which commands prove that work is good? Several with ;; between them, empty for none.',
    initialValue: guess.verify.join(' ;; '),
  });
  if (isCancel(verify)) return leave();
  const handoff = await select<'auto' | 'review'>({
    message: 'What happens to work that is proved?',
    initialValue: guess.handoff,
    options: [
      { value: 'auto', label: 'It is merged' },
      { value: 'review', label: 'It waits until I approve it' },
    ],
  });
  if (isCancel(handoff)) return leave();
  const welcome = await confirm({ message: 'Put a small first item on the board to try it with?' });
  if (isCancel(welcome)) return leave();
  outro('Thank you.');
  const commands = (verify ?? '').split(';;').map((each) => each.trim());
  return {
    ...guess,
    target: target.trim(),
    player,
    verify: commands.filter((each) => each !== ''),
    handoff,
    welcome,
  };
}

/** Without an agent that could play there is nothing to choose, and no question. */
async function askPlayer({ player, choices, found }: ProjectGuess) {
  if (choices.length === 0) return player;
  const hintOf = (name: string): string =>
    found.find(({ agent }) => agent === name)?.presence.detail ?? 'A script: real git, no model, no cost.';
  return select<string>({
    message: 'Who should play?',
    initialValue: player,
    options: [...choices, 'rehearsal'].map((name) => ({ value: name, label: name, hint: hintOf(name) })),
  });
}

export function leave(): null {
  cancel('Left: nothing was written.');
  return null;
}
