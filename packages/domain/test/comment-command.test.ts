import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommentCommand, remarkIn, withoutCommands } from '../src/index.ts';

/** A comment, and what it commands: a name, a name with a text, `none`, or `unclear`. */
const COMMENTS: readonly (readonly [string, string])[] = [
  ['/symphony retry', 'retry'],
  ['/Symphony  STOP', 'stop'],
  ['  /symphony pause  ', 'pause'],
  ['/symphony resume.', 'resume'],
  ['Looks good to me.\r\n\r\n/symphony approve\r\nThanks!', 'approve'],
  ['/symphony retry, please', 'unclear'],
  ['/symphony retry please', 'retry'],
  ['/symphony steer Use the old format.\n\n- and keep it', 'steer: Use the old format.\n\n- and keep it'],
  ['/symphony answer yes', 'answer: yes'],
  ['/symphony answer\nIn two lines,\nnot one.', 'answer: In two lines,\nnot one.'],
  ['/symphony retry\n/symphony stop', 'retry'],
  ['```\n/symphony stop\n```\n/symphony retry', 'retry'],
  ['~~~~\n```\n/symphony stop\n~~~\n~~~~\n/symphony pause', 'pause'],
  ['Just talking.', 'none'],
  ['', 'none'],
  ['> /symphony stop', 'none'],
  ['    /symphony stop', 'none'],
  ['\t/symphony stop', 'none'],
  ['say /symphony stop', 'none'],
  ['`/symphony stop`', 'none'],
  ['/symphonystop', 'none'],
  ['/symphony-stop', 'none'],
  ['```\n/symphony stop', 'none'],
  ['<!-- symphony:run-1 -->\n/symphony stop', 'none'],
  ['/symphony', 'unclear'],
  ['/symphony fly', 'unclear'],
  ['/symphony answer', 'unclear'],
  ['/symphony steer   ', 'unclear'],
  ['/symphony __proto__', 'unclear'],
];

const shown = (comment: string): string => {
  const reading = readCommentCommand(comment);
  if (reading.kind !== 'command') return reading.kind;
  const { command } = reading;
  return 'text' in command ? `${command.name}: ${command.text}` : command.name;
};

describe('commands in comments', () => {
  test.each(COMMENTS)('C20 %j', (comment, expected) => expect(shown(comment)).toBe(expected));

  const REMARKS: readonly (readonly [string, string])[] = [
    ['Rename it.', 'Rename it.'],
    ['/symphony retry', ''],
    ['Rename it.\n\n/symphony retry\r\nThanks!', 'Rename it.\n\nThanks!'],
    ['One.\n/symphony retry\nTwo.\n/symphony answer yes\nThree.', 'One.\nTwo.'],
    ['Well done.\n\n/symphony approve', ''],
    ['Wait.\n/symphony pause', ''],
    ['Rename it.\n/symphony steer Use the old format.', ''],
    ['/symphony fly\nTwo.', ''],
    ['Write it so:\n```\n/symphony stop\n```', 'Write it so:\n```\n/symphony stop\n```'],
    ['<!-- symphony:run-1 -->\nDone.', ''],
  ];
  test.each(REMARKS)('C19 what %j says to the author', (comment, expected) =>
    expect(remarkIn(comment)).toBe(expected),
  );

  test('whoever writes something else is told what there is, without their own words in full', () => {
    const reading = readCommentCommand(`/symphony ${'x'.repeat(100)}<script>`);
    expect(reading).toMatchObject({ kind: 'unclear' });
    const reason = reading.kind === 'unclear' ? reading.reason : '';
    expect(reason).toContain(
      'Symphony knows retry, stop, pause, resume, approve, answer TEXT and steer TEXT.',
    );
    expect(reason).not.toContain('<');
    expect(reason.length).toBeLessThan(150);
  });

  test('whatever is written is read, and what is quoted commands nothing', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('/symphony stop', '```', '~~~', '> x', '/symphony steer'),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        expect(['none', 'command', 'unclear']).toContain(readCommentCommand(lines.join(end)).kind);
        expect(readCommentCommand(withoutCommands(lines.join(end))).kind).toBe('none');
        expect(readCommentCommand(remarkIn(lines.join(end))).kind).toBe('none');
        const quoted = lines.map((each) => `> ${each.replaceAll(/[\r\n]/g, ' ')}`).join(end);
        expect(readCommentCommand(quoted).kind).toBe('none');
      }),
    );
  });
});
