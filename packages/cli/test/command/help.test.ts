import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { symphonyProgram } from '../../src/program.ts';
import { processTerminal } from '../../src/terminal.ts';

const program = symphonyProgram({
  terminal: processTerminal(),
  version: '0.0.0',
  person: 'ada',
  folder: () => '.',
  endWith: () => undefined,
});

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
const commands = everyCommand(program).map((command) => [nameOf(command), command] as const);

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

describe('C24 help', () => {
  test('every command of the specification is there', () => {
    const wanted =
      'init run up down open doctor status explain events logs pause resume kill retry approve steer inbox answer drain stop board chamber config version attach melody mission artifact clean tui chat ask lab stats';
    expect(program.commands.map((command) => command.name()).sort()).toEqual(wanted.split(' ').sort());
  });

  test.each(commands)('%s: description and an example of itself', (name, command) => {
    const text = helpOf(command);
    expect(command.description()).not.toBe('');
    expect(text).toMatch(/\nExamples:\n {2}\$ /);
    expect(text.slice(text.indexOf('Examples:'))).toContain(name);
  });

  test.each(commands.filter(([, command]) => command.commands.length === 0))(
    '%s prints data as JSON on demand',
    (_name, command) => {
      expect(command.options.map((option) => option.long)).toContain('--json');
    },
  );
});
