import { type Command, InvalidArgumentError } from 'commander';

/** Examples at the end of a command's help: every command has at least one (C24). */
export const withExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((each) => `  $ ${each}`).join('\n')}`);

/** Reads an option that counts something. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError('It must be a port, 65535 or less.');
  return port;
}

/** Collects an option that may be given several times, or several values with commas. */
export const several = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
];
