import { describe, expect, test } from 'vitest';
import { markIn } from '../../src/index.ts';

describe('M4 marks in code', () => {
  const comments: readonly (readonly [string, string])[] = [
    ['TypeScript', '  // ARCHITECTURAL_MISMATCH: no such table'],
    ['behind code', 'call(); // ARCHITECTURAL_MISMATCH: no such table'],
    ['a block', '/* ARCHITECTURAL_MISMATCH: no such table */'],
    ['a line of a block', ' * ARCHITECTURAL_MISMATCH: no such table'],
    ['Python, shell, YAML', '# ARCHITECTURAL_MISMATCH: no such table'],
    ['SQL, Lua, Haskell', '-- ARCHITECTURAL_MISMATCH: no such table'],
    ['HTML', '<!-- ARCHITECTURAL_MISMATCH: no such table -->'],
    ['Lisp', ';; ARCHITECTURAL_MISMATCH: no such table'],
    ['TeX', '% ARCHITECTURAL_MISMATCH: no such table'],
    ['a doc string', '    """ARCHITECTURAL_MISMATCH: no such table"""'],
    ['OCaml', '(* ARCHITECTURAL_MISMATCH: no such table *)'],
    ['a batch file', 'REM ARCHITECTURAL_MISMATCH: no such table'],
    ['Visual Basic', "  ' ARCHITECTURAL_MISMATCH: no such table"],
    ['a template', '{# ARCHITECTURAL_MISMATCH: no such table #}'],
    ['after a word', '// TODO ARCHITECTURAL_MISMATCH: no such table'],
  ];
  test.each(comments)('in a comment: %s', (_language, line) => {
    expect(markIn(line)).toEqual({ severity: 'major', text: 'no such table' });
  });

  test('each kind has its severity', () => {
    expect(markIn('# DEVIATION_MINOR: x')?.severity).toBe('minor');
    expect(markIn('# FUNDAMENTAL_BREAK: x')?.severity).toBe('fundamental');
    expect(markIn('# FUNDAMENTAL_BREAK:')).toEqual({ severity: 'fundamental', text: '' });
  });

  const none: readonly string[] = [
    'const FUNDAMENTAL_BREAK = 1;',
    "throw new Error('FUNDAMENTAL_BREAK: x');",
    '// FUNDAMENTAL_BREAK without a colon',
    'The mark `FUNDAMENTAL_BREAK:` is described here.',
    'x = y //NOT_FUNDAMENTAL_BREAK: x',
    '',
  ];
  test.each(none)('no mark: %s', (line) => {
    expect(markIn(line)).toBeNull();
  });
});
